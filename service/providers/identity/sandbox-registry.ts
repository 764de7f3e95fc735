import {
  type IdentityRecord,
  type IdentityRegistry,
  type IdentitySubject,
  RegistryUnavailable,
} from "./identity-registry.ts";

const FIRST_NAMES = [
  "Adaeze",
  "Babajide",
  "Chidi",
  "Danladi",
  "Ebele",
  "Folake",
  "Garba",
  "Halima",
  "Ikenna",
  "Jumoke",
];
const LAST_NAMES = ["Okonkwo", "Adeyemi", "Bello", "Eze", "Lawal", "Nwosu", "Ogunleye", "Sule", "Tijjani", "Umar"];

/**
 * A registry without a network (api 3): a number ending in `00` is not found, `01` is found but matches nobody, `02`
 * is an outage; every other number exists and matches the subject. The same number always gives the same answer.
 */
export function createSandboxRegistry(): IdentityRegistry {
  return { lookupBvn: lookup, lookupNin: lookup };
}

async function lookup(number: string, subject?: IdentitySubject): Promise<IdentityRecord | null> {
  if (number.endsWith("02")) throw new RegistryUnavailable();
  if (number.endsWith("00")) return null;
  if (number.endsWith("01")) return { ...otherPerson(number), firstName: "Sandbox", lastName: "Stranger" };
  return subject ? { number, ...subject } : otherPerson(number);
}

function otherPerson(number: string): IdentityRecord {
  const seed = Number(number.slice(-9));
  return {
    number,
    firstName: FIRST_NAMES[seed % FIRST_NAMES.length] ?? "Adaeze",
    lastName: LAST_NAMES[Math.floor(seed / 10) % LAST_NAMES.length] ?? "Okonkwo",
    dateOfBirth: `${1960 + (seed % 40)}-${twoDigits(1 + (seed % 12))}-${twoDigits(1 + (seed % 28))}`,
    phoneNumber: `+23480${String(seed % 100_000_000).padStart(8, "0")}`,
  };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
