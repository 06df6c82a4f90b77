/** Some translated sentences of released deployments; their custom ones stay English. */
const translations: Record<string, Record<string, string>> = {
  nl: {
    'This field is required.': 'Dit veld is vereist.',
    'Invalid token.': 'Ongeldige token.',
    'Enter a valid email address.': 'Voer een geldig e-mailadres in.',
  },
  es: {
    'This field is required.': 'Este campo es requerido.',
    'Invalid token.': 'Token inválido.',
    'Enter a valid email address.': 'Introduzca una dirección de correo electrónico válida.',
  },
};

export function translate(body: unknown, acceptLanguage = 'en'): unknown {
  const wanted = acceptLanguage.split(',').map((range) => range.trim().slice(0, 2).toLowerCase());
  const found = wanted.find((language) => language === 'en' || translations[language]) ?? 'en';
  const words = translations[found];
  if (!words) return body;
  return JSON.parse(JSON.stringify(body), (_key, value: unknown) =>
    typeof value === 'string' ? (words[value] ?? value) : value,
  );
}
