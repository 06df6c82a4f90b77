import { z } from 'zod';
import { fold } from '../../../../language.ts';

/** Fields whose unknown names one choice repairs in all rows. */
export const Repaired = z.enum(['manager', 'buddy', 'sequences']);
export type Repaired = z.infer<typeof Repaired>;

/** A name that nobody or nothing has, with its rows. */
export interface Unknown {
  name: string;
  rows: readonly number[];
}

/**
 * Details that a column can hold, with the names of their columns without case, accents, spaces and signs: English,
 * German, Dutch, French, Spanish. A role gives rights, so it is chosen by hand or by a template.
 */
const spellings = {
  first_name: 'firstname givenname forename vorname rufname voornaam roepnaam prenom nombre nombres',
  last_name:
    'lastname surname familyname nachname familienname achternaam nom nomdefamille apellido apellidos',
  full_name:
    'name fullname employee employeename newhire newstarter starter hire mitarbeiter mitarbeiterin mitarbeitername ' +
    'vollername naam volledigenaam medewerker nomcomplet nomprenom collaborateur nombrecompleto empleado',
  email:
    'email emails mail emailaddress mailaddress workemail workemailaddress businessemail companyemail emailadresse ' +
    'mailadresse emailadres mailadres werkemail zakelijkeemail adressemail adresseemail courriel emailprofessionnel ' +
    'correo correoelectronico correodetrabajo',
  start_day:
    'start startday startdate startingdate firstday firstdayofwork joiningdate dateofjoining joindate hiredate ' +
    'begindate startdatum starttermin eintritt eintrittsdatum eintrittstermin beginn ersterarbeitstag ersttag ' +
    'indiensttreding datumindienst datumindiensttreding ingangsdatum eerstewerkdag datededebut datedarrivee ' +
    'datedentree datedembauche arrivee fechadeinicio fechadeincorporacion fechadeingreso fechadealta inicio',
  manager:
    'manager supervisor linemanager reportsto boss vorgesetzter vorgesetzte fuhrungskraft teamleiter teamleitung ' +
    'leidinggevende responsable superieur managers jefe gerente supervisora',
  buddy: 'buddy mentor mentorin mentora pate patin parrain marraine companero padrino maatje',
  sequences:
    'sequence sequences onboardingsequence onboarding program programme sequenz sequenzen ablauf sequentie ' +
    'sequenties parcours secuencia secuencias',
  position:
    'position jobtitle title job role jobrole rolle funktion stelle beruf positie functie functietitel poste ' +
    'intitule intituledeposte fonction puesto cargo rol',
  timezone: 'timezone zeitzone tijdzone fuseauhoraire zonahoraria',
  language: 'language sprache taal langue idioma',
  phone:
    'phone phonenumber telephone telephonenumber tel mobile mobilephone mobilenumber cell telefon telefonnummer ' +
    'handy mobil telefoon telefoonnummer mobiel numerodetelephone telefono movil',
  message: 'message intro introduction nachricht bericht mensaje',
};
export type ColumnField = keyof typeof spellings;

export const columnFields = Object.keys(spellings) as ColumnField[];

const byName = new Map(
  columnFields.flatMap((field) => spellings[field].split(' ').map((name) => [name, field] as const)),
);

/** Field of a column by its name: “E-Mail”, “Manager (email)”, “Buddy’s name”. */
export function fieldIn(name: string): ColumnField | undefined {
  const letters = (text: string) => fold(text).replaceAll(/[^a-z]/g, '');
  const whole = byName.get(letters(name)) ?? byName.get(letters(name.replace(/\(.*?\)/g, '')));
  if (whole) return whole;
  const [, person = ''] = /^(.+?)s?(?:emailaddress|email|mail|name)$/.exec(letters(name)) ?? [];
  const field = byName.get(person);
  return field === 'manager' || field === 'buddy' ? field : undefined;
}

/** Months of German, Dutch, French and Spanish without accents, by their beginnings. */
const months: Record<string, string> = {
  jan: 'januar|januari|janvier|janv|ene|enero',
  feb: 'februar|februari|fevrier|fevr|fev|febrero',
  mar: 'marz|maart|mars|mrz|mrt|marzo',
  apr: 'april|avril|avr|abr|abril',
  may: 'mai|mei|mayo',
  jun: 'juni|juin|junio',
  jul: 'juli|juillet|juil|julio',
  aug: 'augustus|aout|ago|agosto',
  sep: 'septembre|septiembre|setiembre',
  oct: 'oktober|okt|octobre|octubre',
  nov: 'novembre|noviembre',
  dec: 'dezember|dez|decembre|dic|diciembre',
};
const otherMonths = new RegExp(`\\b(?:${Object.values(months).join('|')})\\b`, 'g');

/** A date with the names of months in English. */
export function inEnglish(cell: string): string {
  const nameOf = (word: string) =>
    Object.entries(months).find(([, others]) => others.split('|').includes(word))?.[0] ?? word;
  return fold(cell)
    .replaceAll(otherMonths, nameOf)
    .replace(/\b1er\b/, '1')
    .replaceAll(/ del? /g, ' ');
}
