/**
 * Other names of zones: former names (links of the tz database's `backward` file, still used by Slack profiles and
 * older machines), and large cities on the same clock. The API refuses all of them; they only help to find the
 * accepted name.
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
