/** The vocabulary is English; another language needs a set of its own. */

function words(...lists: string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}

export const monthNames =
  'january february march april may june july august september october november december'.split(' ');

/** Months that aren't first names. */
export const surelyMonths = words('january february september october november december');

/** Words that mark the next one as a month. */
export const beforeMonths = words('in early mid late');

export const weekdayNames = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

export const numbers = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

export const dayAfterTomorrow = 'day after tomorrow';

export const emailWords = words('email e-mail mail mailto address work business');

export const startWords = words(
  'start starts starting begin begins beginning join joins joining effective first',
);

export const dayWords = new Set([...startWords, ...words('day date on from at by as of the is will')]);

/** Introductory words that are nobody's name, even capitalized. */
export const sureWords = words('email e-mail mail mailto start starts starting begins joins joining on');

/** Lower-case parts of last names: "Ludwig van Beethoven", "Juan de la Cruz". */
export const particles = words(
  'van von vom zu zum zur de der den del della dello di da do das dos du des la le las los el al bin ibn bint',
  'ter ten te op af av y und e i',
);

/** Titles aren't part of a name, and the form has no field for them. */
export const titles = words(
  'mr mrs ms miss mx dr prof professor sir dame madam herr frau mme mlle monsieur madame señor señora sra ing',
);

export const degrees = words('phd md mba msc bsc ma ba esq');

/** Lower-case words in a command that aren't names. */
export const noNames = words(
  'add new hire hires employee please start starts starting begin begins joining joins soon asap now on at in from',
  'to for as of by with and the a an is will be next week month day date monday tuesday wednesday thursday friday',
  'saturday sunday email e-mail mail name',
);

/** Words near names in a message that are often capitalized but aren't names. */
export const aroundNames = words(
  'hi hello hey dear please thanks thank new hire welcome start starts starting we our her his their she he they',
  'the a on from to as with team monday tuesday wednesday thursday friday saturday sunday hr all everyone everybody',
  'fyi asap and i it this that meet add is',
);
