export interface Somebody {
  id: number;
  user: string;
  first: string;
  last: string;
  email: string;
}

const names = [
  ['Ines', 'Duarte'],
  ['Greta', 'Lind'],
  ['Tom', 'Becker'],
  ['Maya', 'Okafor'],
  ['Ben', 'Sato'],
  ['Lena', 'Fischer'],
  ['Zora', 'Quint'],
  ['Yusuf', 'Xanthos'],
  ['Wilma', 'Vance'],
] as const;

export const company: readonly Somebody[] = names.map(([first, last], index) => ({
  id: index + 1,
  user: `U0${first.toUpperCase()}`,
  first,
  last,
  email: `${first.toLowerCase()}@acme.example`,
}));

type Six = [Somebody, Somebody, Somebody, Somebody, Somebody, Somebody];
const [ines, greta, tom, maya, ben, lena, ...leaving] = company as [...Six, ...Somebody[]];

export const hr = [ines, greta];
export const managers = [tom, maya];
export const buddies = [ben, lena];
export const leavers = leaving;

export const channels = { hires: 'C0HIRES', team: 'C0TEAM', hr: 'G0HR' } as const;
export const team = 'T0ACME';
