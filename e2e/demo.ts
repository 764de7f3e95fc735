/** The members of the demo merchant (api 8), and the owner of another merchant. */
export const demoAccounts = {
  MainMerchant: { email: "owner@demo.example", name: "Adaeze Nwọsu" },
  Admin: { email: "admin@demo.example", name: "Tólá Bánkọ́lé" },
  Operator: { email: "operator@demo.example", name: "Chidi Ọbiọra" },
  Support: { email: "support@demo.example", name: "Hauwa Ƙwairanga" },
  OtherMerchant: { email: "owner@zuma.example", name: "Danlami Ƙauran" },
} as const;

export type DemoRole = keyof typeof demoAccounts;

export const demoPassword = "demo-password";

/** Customers by the wallet state that a test needs. Each test that changes a wallet has its own. */
export const demoCustomers = {
  untouched: "Zainab Malumfashi",
  freezeAndEnable: "Yusuf Ɗanladi",
  byKeyboard: "Morẹ́nikẹ́ Fásanyà",
  byOperator: "Maryam Ƙasimu",
  duringExpiry: "Ebere Nnaji",
  byColleague: "Rabi’u Sule",
  onPhone: "Nkechi Ụmeh",
  otherMode: "Ibrahim Ƴarima",
  creditsBlocked: "Ngọzi Ọkafọ",
  withPin: "Ifeanyị Ọnwụdiwe",
  edited: "Olúwáṣeun Bámidélé",
  approvedPayer: "Ṣọlá Ògúnlẹ́yẹ",
  approvedPayee: "Kẹ́hìndé Adéwọlé",
  rich: "Babájídé Akínṣànyà",
  smallSums: "Ọláwálé Ṣóyọyè",
  payerOfMany: "Chiamaka Ụzọma",
  payeeOfMany: "Halima Tijjani",
  credited: "Chukwuemeka Ịgwe",
  transferPayer: "Ìfẹ́olúwa Adéṣínà",
  transferPayee: "Chịnaza Ọkọnkwọ",
  frozenByStaff: "Fọlákẹ́ Àjàyí",
  frozenByIdentityCheck: "Hadiza Ɗanjuma",
} as const;

export type DemoCustomer = keyof typeof demoCustomers;

/** An address without an account, different each time, because five failures lock an address. */
export function unknownEmail(): string {
  return `stranger-${crypto.randomUUID()}@demo.example`;
}

let lastKobo = 10_000 + Math.floor(Math.random() * 20_000);

/** A small amount that no other test uses, so that it identifies a row. */
export function uniqueKobo(): number {
  lastKobo += 101;
  return lastKobo;
}

/** A new customer; the last digits of the BVN or NIN choose the sandbox registry's response (api 3). */
export function newPerson(ending = "55"): {
  firstName: string;
  lastName: string;
  phoneNumber: string;
  dateOfBirth: string;
  digits: string;
} {
  const random = (length: number) =>
    Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => String(byte % 10)).join("");
  const letters = [...random(6)].map((digit) => String.fromCharCode(97 + Number(digit))).join("");
  return {
    firstName: "Newborn",
    lastName: `Test${letters}`,
    phoneNumber: `0803${random(7)}`,
    dateOfBirth: "1990-04-12",
    digits: `4${random(8)}${ending}`,
  };
}
