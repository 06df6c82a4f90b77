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
