/** The words that Frontdesk understands in what people write, in English: another language is another set of them. */

function words(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}

export const monthNames =
  'january february march april may june july august september october november december'.split(' ');

/** The months that nobody is called after. */
export const surelyMonths = words('january february september october november december');

/** Before the name of a month they say that it is one. */
export const beforeMonths = words('in early mid late');

export const weekdayNames = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

export const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

export const dayAfterTomorrow = 'day after tomorrow';

/** They lead to an address. */
export const emailWords = words('email e-mail mail mailto address work business');

/** They lead to a start day. */
export const startWords = words(
  'start starts starting begin begins beginning join joins joining effective first',
);

/** They lead to a day. */
export const dayWords = new Set([...startWords, ...words('day date on from at by as of the is will')]);

/** Of those that lead somewhere the ones that nobody is called. */
export const sureWords = words('email e-mail mail mailto start starts starting begins joins joining on');

/** What belongs to a last name though it begins small: "Ludwig van Beethoven", "Juan de la Cruz". */
export const particles = words(
  'van von vom zu zum zur de der den del della dello di da do das dos du des la le las los el al bin ibn bint',
  'ter ten te op af av y und e i',
);

/** Titles around a name: no part of it, and the form has no field for them. */
export const titles = words(
  'mr mrs ms miss mx dr prof professor sir dame madam herr frau mme mlle monsieur madame señor señora sra ing',
);

export const degrees = words('phd md mba msc bsc ma ba esq');

/** Nobody's name in small letters behind the command. */
export const noNames = words(
  'add new hire hires employee please start starts starting begin begins joining joins soon asap now on at in from',
  'to for as of by with and the a an is will be next week month day date monday tuesday wednesday thursday friday',
  'saturday sunday email e-mail mail name',
);

/** With a capital they stand around names in a message. */
export const aroundNames = words(
  'hi hello hey dear please thanks thank new hire welcome start starts starting we our her his their she he they',
  'the a on from to as with team monday tuesday wednesday thursday friday saturday sunday hr all everyone everybody',
  'fyi asap and i it this that meet add is',
);
