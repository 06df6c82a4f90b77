/** Zone names by region; a region without cities is a zone itself. */
const citiesByRegion: Readonly<Record<string, string>> = {
  Africa: `
    Abidjan Accra Addis_Ababa Algiers Asmara Bamako Bangui Banjul Bissau Blantyre Brazzaville Bujumbura
    Cairo Casablanca Ceuta Conakry Dakar Dar_es_Salaam Djibouti Douala El_Aaiun Freetown Gaborone Harare
    Johannesburg Juba Kampala Khartoum Kigali Kinshasa Lagos Libreville Lome Luanda Lubumbashi Lusaka
    Malabo Maputo Maseru Mbabane Mogadishu Monrovia Nairobi Ndjamena Niamey Nouakchott Ouagadougou
    Porto-Novo Sao_Tome Tripoli Tunis Windhoek`,
  America: `
    Adak Anchorage Anguilla Antigua Araguaina Argentina/Buenos_Aires Argentina/Catamarca Argentina/Cordoba
    Argentina/Jujuy Argentina/La_Rioja Argentina/Mendoza Argentina/Rio_Gallegos Argentina/Salta
    Argentina/San_Juan Argentina/San_Luis Argentina/Tucuman Argentina/Ushuaia Aruba Asuncion Atikokan
    Bahia Bahia_Banderas Barbados Belem Belize Blanc-Sablon Boa_Vista Bogota Boise Cambridge_Bay
    Campo_Grande Cancun Caracas Cayenne Cayman Chicago Chihuahua Ciudad_Juarez Costa_Rica Coyhaique
    Creston Cuiaba Curacao Danmarkshavn Dawson Dawson_Creek Denver Detroit Dominica Edmonton Eirunepe
    El_Salvador Fort_Nelson Fortaleza Glace_Bay Goose_Bay Grand_Turk Grenada Guadeloupe Guatemala
    Guayaquil Guyana Halifax Havana Hermosillo Indiana/Indianapolis Indiana/Knox Indiana/Marengo
    Indiana/Petersburg Indiana/Tell_City Indiana/Vevay Indiana/Vincennes Indiana/Winamac Inuvik Iqaluit
    Jamaica Juneau Kentucky/Louisville Kentucky/Monticello Kralendijk La_Paz Lima Los_Angeles
    Lower_Princes Maceio Managua Manaus Marigot Martinique Matamoros Mazatlan Menominee Merida Metlakatla
    Mexico_City Miquelon Moncton Monterrey Montevideo Montserrat Nassau New_York Nome Noronha
    North_Dakota/Beulah North_Dakota/Center North_Dakota/New_Salem Nuuk Ojinaga Panama Paramaribo Phoenix
    Port-au-Prince Port_of_Spain Porto_Velho Puerto_Rico Punta_Arenas Rankin_Inlet Recife Regina Resolute
    Rio_Branco Santarem Santiago Santo_Domingo Sao_Paulo Scoresbysund Sitka St_Barthelemy St_Johns
    St_Kitts St_Lucia St_Thomas St_Vincent Swift_Current Tegucigalpa Thule Tijuana Toronto Tortola
    Vancouver Whitehorse Winnipeg Yakutat`,
  Antarctica: 'Casey Davis DumontDUrville Macquarie Mawson McMurdo Palmer Rothera Syowa Troll Vostok',
  Arctic: 'Longyearbyen',
  Asia: `
    Aden Almaty Amman Anadyr Aqtau Aqtobe Ashgabat Atyrau Baghdad Bahrain Baku Bangkok Barnaul Beirut
    Bishkek Brunei Chita Colombo Damascus Dhaka Dili Dubai Dushanbe Famagusta Gaza Hebron Ho_Chi_Minh
    Hong_Kong Hovd Irkutsk Jakarta Jayapura Jerusalem Kabul Kamchatka Karachi Kathmandu Khandyga Kolkata
    Krasnoyarsk Kuala_Lumpur Kuching Kuwait Macau Magadan Makassar Manila Muscat Nicosia Novokuznetsk
    Novosibirsk Omsk Oral Phnom_Penh Pontianak Pyongyang Qatar Qostanay Qyzylorda Riyadh Sakhalin
    Samarkand Seoul Shanghai Singapore Srednekolymsk Taipei Tashkent Tbilisi Tehran Thimphu Tokyo Tomsk
    Ulaanbaatar Urumqi Ust-Nera Vientiane Vladivostok Yakutsk Yangon Yekaterinburg Yerevan`,
  Atlantic: 'Azores Bermuda Canary Cape_Verde Faroe Madeira Reykjavik South_Georgia St_Helena Stanley',
  Australia: 'Adelaide Brisbane Broken_Hill Darwin Eucla Hobart Lindeman Lord_Howe Melbourne Perth Sydney',
  Canada: 'Atlantic Central Eastern Mountain Newfoundland Pacific',
  Europe: `
    Amsterdam Andorra Astrakhan Athens Belgrade Berlin Bratislava Brussels Bucharest Budapest Busingen
    Chisinau Copenhagen Dublin Gibraltar Guernsey Helsinki Isle_of_Man Istanbul Jersey Kaliningrad Kirov
    Kyiv Lisbon Ljubljana London Luxembourg Madrid Malta Mariehamn Minsk Monaco Moscow Oslo Paris
    Podgorica Prague Riga Rome Samara San_Marino Sarajevo Saratov Simferopol Skopje Sofia Stockholm
    Tallinn Tirane Ulyanovsk Vaduz Vatican Vienna Vilnius Volgograd Warsaw Zagreb Zurich`,
  GMT: '',
  Indian: 'Antananarivo Chagos Christmas Cocos Comoro Kerguelen Mahe Maldives Mauritius Mayotte Reunion',
  Pacific: `
    Apia Auckland Bougainville Chatham Chuuk Easter Efate Fakaofo Fiji Funafuti Galapagos Gambier
    Guadalcanal Guam Honolulu Kanton Kiritimati Kosrae Kwajalein Majuro Marquesas Midway Nauru Niue
    Norfolk Noumea Pago_Pago Palau Pitcairn Pohnpei Port_Moresby Rarotonga Saipan Tahiti Tarawa Tongatapu
    Wake Wallis`,
  US: 'Alaska Arizona Central Eastern Hawaii Mountain Pacific',
  UTC: '',
};

/**
 * pytz's `common_timezones` (release 2026.4), the list of released deployments, in the API's order. Other
 * names of the same zones, such as `Asia/Calcutta`, are refused.
 */
export const zones: readonly string[] = Object.entries(citiesByRegion).flatMap(
  ([region, cities]) => cities.match(/\S+/g)?.map((city) => `${region}/${city}`) ?? [region],
);

/**
 * Former names (links of the tz database's `backward` file, still used by Slack profiles), and large cities
 * on the same clock. They only help to find the accepted name.
 */
const written = `
  Africa/Bamako: Africa/Timbuktu
  Africa/Cairo: Egypt, Alexandria
  Africa/Casablanca: Rabat, Marrakesh
  Africa/Johannesburg: Cape_Town, Durban, Pretoria
  Africa/Lagos: Abuja
  Africa/Nairobi: Mombasa
  Africa/Asmara: Africa/Asmera
  Africa/Tripoli: Libya
  America/Adak: America/Atka, US/Aleutian
  America/Argentina/Buenos_Aires: America/Buenos_Aires
  America/Argentina/Catamarca: America/Catamarca, America/Argentina/ComodRivadavia
  America/Argentina/Cordoba: America/Cordoba, America/Rosario
  America/Argentina/Jujuy: America/Jujuy
  America/Argentina/Mendoza: America/Mendoza
  America/Atikokan: America/Coral_Harbour
  America/Bogota: Medellin, Cali
  America/Chicago: CST6CDT, Dallas, Houston, Austin, San_Antonio, Minneapolis, St_Louis, Nashville, New_Orleans, Milwaukee, Kansas_City
  America/Denver: MST7MDT, Navajo, America/Shiprock, Salt_Lake_City, Albuquerque, Boulder
  America/Detroit: US/Michigan
  America/Edmonton: America/Yellowknife, Calgary
  America/Guayaquil: Quito
  America/Halifax: Nova_Scotia
  America/Havana: Cuba
  America/Indiana/Indianapolis: America/Indianapolis, America/Fort_Wayne, US/East-Indiana
  America/Indiana/Knox: America/Knox_IN, US/Indiana-Starke
  America/Iqaluit: America/Pangnirtung
  America/Jamaica: Jamaica, Kingston
  America/Kentucky/Louisville: America/Louisville
  America/Los_Angeles: PST8PDT, US/Pacific-New, San_Francisco, Seattle, San_Diego, Portland, Las_Vegas, San_Jose, Sacramento, Oakland, Silicon_Valley
  America/Manaus: Brazil/West
  America/Mazatlan: Mexico/BajaSur
  America/Mexico_City: Mexico/General, Guadalajara, Puebla
  America/New_York: EST5EDT, Boston, Washington_DC, Philadelphia, Miami, Atlanta, Baltimore, Pittsburgh, Cleveland, Charlotte, Orlando, Tampa, Brooklyn
  America/Noronha: Brazil/DeNoronha
  America/Nuuk: America/Godthab
  America/Panama: EST
  America/Phoenix: MST, Tucson
  America/Puerto_Rico: San_Juan
  America/Regina: Canada/Saskatchewan, Saskatoon
  America/Rio_Branco: Brazil/Acre, America/Porto_Acre
  America/Santiago: Chile/Continental
  America/Sao_Paulo: Brazil/East, Rio_de_Janeiro, Brasilia, Belo_Horizonte, Curitiba, Porto_Alegre
  America/St_Thomas: America/Virgin
  America/Tijuana: America/Ensenada, America/Santa_Isabel, Mexico/BajaNorte
  America/Toronto: America/Montreal, America/Nipigon, America/Thunder_Bay, Montreal, Ottawa, Quebec, Hamilton
  America/Vancouver: Victoria_BC
  America/Whitehorse: Canada/Yukon
  America/Winnipeg: America/Rainy_River
  Arctic/Longyearbyen: Atlantic/Jan_Mayen, Svalbard
  Asia/Almaty: Astana
  Asia/Ashgabat: Asia/Ashkhabad
  Asia/Dhaka: Asia/Dacca, Chittagong
  Asia/Dubai: Abu_Dhabi
  Asia/Ho_Chi_Minh: Asia/Saigon, Hanoi, Da_Nang
  Asia/Hong_Kong: Hongkong
  Asia/Jakarta: Bandung
  Asia/Jerusalem: Israel, Asia/Tel_Aviv, Tel_Aviv, Haifa
  Asia/Karachi: Islamabad, Lahore
  Asia/Kathmandu: Asia/Katmandu
  Asia/Kolkata: Asia/Calcutta, Mumbai, Bombay, Delhi, New_Delhi, Bangalore, Bengaluru, Chennai, Madras, Hyderabad, Pune, Ahmedabad, Gurgaon, Noida, India
  Asia/Macau: Asia/Macao
  Asia/Makassar: Asia/Ujung_Pandang, Bali, Denpasar
  Asia/Manila: Quezon_City, Cebu
  Asia/Nicosia: Europe/Nicosia
  Asia/Riyadh: Jeddah
  Asia/Seoul: ROK, Busan
  Asia/Shanghai: PRC, Asia/Chongqing, Asia/Chungking, Asia/Harbin, Beijing, Peking, Shenzhen, Guangzhou, Hangzhou, Chengdu
  Asia/Singapore: Singapore
  Asia/Taipei: ROC
  Asia/Tehran: Iran
  Asia/Thimphu: Asia/Thimbu
  Asia/Tokyo: Japan, Osaka, Kyoto, Yokohama, Nagoya, Fukuoka, Sapporo
  Asia/Ulaanbaatar: Asia/Choibalsan, Asia/Ulan_Bator
  Asia/Urumqi: Asia/Kashgar
  Asia/Yangon: Asia/Rangoon
  Atlantic/Faroe: Atlantic/Faeroe
  Atlantic/Reykjavik: Iceland
  Australia/Adelaide: Australia/South
  Australia/Brisbane: Australia/Queensland, Gold_Coast
  Australia/Broken_Hill: Australia/Yancowinna
  Australia/Darwin: Australia/North
  Australia/Hobart: Australia/Tasmania, Australia/Currie
  Australia/Lord_Howe: Australia/LHI
  Australia/Melbourne: Australia/Victoria
  Australia/Perth: Australia/West
  Australia/Sydney: Australia/ACT, Australia/NSW, Australia/Canberra, Canberra
  Europe/Amsterdam: Rotterdam, The_Hague, Utrecht, Eindhoven
  Europe/Athens: EET, Thessaloniki
  Europe/Berlin: Munich, Muenchen, Hamburg, Frankfurt, Cologne, Koeln, Stuttgart, Duesseldorf, Leipzig, Dresden, Germany
  Europe/Brussels: CET, MET, Antwerp, Ghent
  Europe/Bucharest: Cluj, Iasi
  Europe/Chisinau: Europe/Tiraspol
  Europe/Copenhagen: Aarhus
  Europe/Dublin: Eire, Cork, Ireland
  Europe/Helsinki: Espoo, Tampere
  Europe/Istanbul: Turkey, Asia/Istanbul, Ankara, Izmir
  Europe/Kyiv: Europe/Kiev, Europe/Uzhgorod, Europe/Zaporozhye, Lviv, Kharkiv, Odesa, Odessa
  Europe/Lisbon: Portugal, WET, Porto
  Europe/London: GB, GB-Eire, Europe/Belfast, Manchester, Edinburgh, Glasgow, Birmingham, Bristol, Leeds, Liverpool, Cambridge, Oxford, Cardiff
  Europe/Madrid: Barcelona, Valencia, Seville, Sevilla, Bilbao
  Europe/Moscow: W-SU, St_Petersburg
  Europe/Oslo: Bergen
  Europe/Paris: Lyon, Marseille, Toulouse, Nice, Bordeaux, Lille, Strasbourg
  Europe/Prague: Brno
  Europe/Rome: Milan, Milano, Turin, Naples, Florence, Bologna
  Europe/Stockholm: Gothenburg, Goteborg, Malmo
  Europe/Vienna: Graz, Salzburg, Linz, Innsbruck
  Europe/Warsaw: Poland, Krakow, Wroclaw, Gdansk, Poznan, Lodz
  Europe/Zurich: Geneva, Geneve, Basel, Bern, Lausanne
  GMT: Greenwich, GMT0, GMT+0, GMT-0, Etc/GMT, Etc/GMT0, Etc/GMT+0, Etc/GMT-0, Etc/Greenwich
  Pacific/Auckland: NZ, Antarctica/South_Pole, Wellington, Christchurch
  Pacific/Chatham: NZ-CHAT
  Pacific/Chuuk: Pacific/Truk, Pacific/Yap
  Pacific/Easter: Chile/EasterIsland
  Pacific/Honolulu: HST, Pacific/Johnston, Hawaii
  Pacific/Kanton: Pacific/Enderbury
  Pacific/Kwajalein: Kwajalein
  Pacific/Pago_Pago: US/Samoa, Pacific/Samoa
  Pacific/Pohnpei: Pacific/Ponape
  UTC: UCT, Universal, Zulu, Etc/UTC, Etc/UCT, Etc/Universal, Etc/Zulu
`;

/** Zone as in `zones` → its other names, with `_` for a space. */
export const otherZoneNames: ReadonlyMap<string, readonly string[]> = new Map(
  [...written.matchAll(/(\S+): (.+)/g)].map(([, zone = '', names = '']) => [zone, names.split(', ')]),
);

const zoneByOtherName: ReadonlyMap<string, string> = new Map(
  [...otherZoneNames].flatMap(([zone, names]) => names.map((name) => [name.toLowerCase(), zone])),
);

/** Zone for one of its other names (`Asia/Calcutta`, `Munich`), in any case. */
export function zoneOfOtherName(name: string): string | undefined {
  return zoneByOtherName.get(name.trim().replaceAll(' ', '_').toLowerCase());
}

/** Languages that the API accepts, in its order. Japanese is `jp` there, not `ja`. */
export const languages = [
  { code: 'en', label: 'English' },
  { code: 'nl', label: 'Dutch' },
  { code: 'fr', label: 'French' },
  { code: 'de', label: 'German' },
  { code: 'tr', label: 'Turkish' },
  { code: 'pt', label: 'Portuguese' },
  { code: 'jp', label: 'Japanese' },
  { code: 'es', label: 'Spanish' },
  { code: 'cs', label: 'Czech' },
] as const satisfies readonly { code: string; label: string }[];
