import type { NewPerson } from '../people/manage-people.ts';

/** People of the demo company, at a domain that never receives mail (RFC 2606). */
export const demoPeople: NewPerson[] = [
  // HR, with access to the API
  person('Ines', 'Duarte', 1, 'Head of People', 'Europe/Lisbon'),
  person('Grace', 'Muthoni', 1, 'People Partner', 'Africa/Nairobi'),
  // Managers
  person('Marcus', 'Oyelaran', 2, 'Engineering Manager', 'Europe/London'),
  person('Yuki', 'Tanaka', 2, 'Design Lead', 'Asia/Tokyo'),
  person('Leila', 'Haddad', 2, 'Head of Sales', 'Europe/Paris'),
  person('Tomasz', 'Wiśniewski', 2, 'Platform Lead', 'Europe/Warsaw'),
  person('Priya', 'Raghavan', 2, 'Finance Director', 'Asia/Kolkata'),
  person('Caroline', 'Beaumont', 2, 'Support Manager', 'America/Toronto'),
  // Everybody else
  person('Sofia', 'Lindqvist', 3, 'Product Designer', 'Europe/Stockholm'),
  person('Ahmed', 'El-Sayed', 3, 'Backend Engineer', 'Africa/Cairo'),
  person('Mei', 'Chen', 3, 'Data Analyst', 'Asia/Singapore'),
  person('Diego', 'Fernández', 3, 'Account Executive', 'America/Mexico_City'),
  person('Amara', 'Okafor', 3, 'Frontend Engineer', 'Africa/Lagos'),
  person('Jonas', 'Müller', 3, 'Site Reliability Engineer', 'Europe/Berlin'),
  person('Fatima', 'Zahra', 3, 'Customer Success Manager', 'Africa/Casablanca'),
  person('Oliver', 'Bennett', 3, 'Recruiter', 'Europe/London'),
  person('Anika', 'Sharma', 3, 'Quality Engineer', 'Asia/Kolkata'),
  person('Lucas', 'Silva', 3, 'Solutions Engineer', 'America/Sao_Paulo'),
  person('Emma', 'de Vries', 3, 'Content Writer', 'Europe/Amsterdam'),
  person('Kwame', 'Mensah', 3, 'Security Engineer', 'Africa/Accra'),
  person('Hana', 'Novák', 3, 'Accountant', 'Europe/Prague'),
  person('Minh', 'Nguyễn', 3, 'Mobile Engineer', 'Asia/Ho_Chi_Minh'),
  person('Chloe', 'Williams', 3, 'Office Manager', 'Australia/Sydney'),
  person('Mateo', 'Rojas', 3, 'Support Specialist', 'America/Bogota'),
  person('Elif', 'Yılmaz', 3, 'Product Manager', 'Europe/Istanbul'),
  person('Noah', 'Cohen', 3, 'Machine Learning Engineer', 'Asia/Jerusalem'),
  person('Zanele', 'Dlamini', 3, 'Legal Counsel', 'Africa/Johannesburg'),
  person('Björn', 'Sigurðsson', 3, 'Backend Engineer', 'Atlantic/Reykjavik'),
  person('Isabella', 'Rossi', 3, 'Brand Designer', 'Europe/Rome'),
  person('Ravi', 'Perera', 3, 'Support Specialist', 'Asia/Colombo'),
  person('Siobhan', "O'Connell", 3, 'Payroll Specialist', 'Europe/Dublin'),
  person('Andrei', 'Popescu', 3, 'Frontend Engineer', 'Europe/Bucharest'),
  person('Naomi', 'Cruz', 3, 'Event Manager', 'Asia/Manila'),
  person('James', 'Whitehorse', 3, 'Systems Administrator', 'America/Denver'),
  person('Aroha', 'Ngata', 3, 'User Researcher', 'Pacific/Auckland'),
  person('Viktor', 'Kowalczuk', 3, 'Data Engineer', 'Europe/Kyiv'),
  person('Camille', 'Laurent', 3, 'Technical Writer', 'Europe/Paris'),
  person('Joon-ho', 'Park', 3, 'Sales Engineer', 'Asia/Seoul'),
  person('Rosa', 'Quispe', 3, 'Financial Analyst', 'America/Lima'),
  person('Daniel', 'Abebe', 3, 'Release Manager', 'Africa/Addis_Ababa'),
];

function person(
  first_name: string,
  last_name: string,
  role: NewPerson['role'],
  position: string,
  timezone: string,
): NewPerson {
  const email = `${plain(first_name)}.${plain(last_name)}@acme.example`;
  return { first_name, last_name, email, role, position, timezone, start_day: '2024-03-01' };
}

/** A name for an email address: without accents, spaces and punctuation. */
function plain(name: string): string {
  const letters = name.toLowerCase().replaceAll('ı', 'i').replaceAll('ð', 'd').normalize('NFD');
  return letters.replace(/[^a-z]/g, '');
}
