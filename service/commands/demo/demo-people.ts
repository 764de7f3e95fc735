import type { BuiltInRole } from "../../../contract/permissions.ts";

/**
 * All people are invented. Names have the diacritics of Yoruba, Igbo and Hausa, so that every screen is tested with
 * them.
 */

export type DemoMember = {
  email: string;
  firstName: string;
  lastName: string;
  role: BuiltInRole;
  /** The highest amount that the member may approve; absent means no limit. */
  approvalLimitKobo?: bigint;
};

export const DEMO_PASSWORD = "demo-password";

export const DEMO_OWNER: DemoMember = {
  email: "owner@demo.example",
  firstName: "Adaeze",
  lastName: "Nwọsu",
  role: "MainMerchant",
};

export const DEMO_TEAM: readonly DemoMember[] = [
  { email: "admin@demo.example", firstName: "Tólá", lastName: "Bánkọ́lé", role: "Admin" },
  { email: "operator@demo.example", firstName: "Chidi", lastName: "Ọbiọra", role: "Operator" },
  { email: "support@demo.example", firstName: "Hauwa", lastName: "Ƙwairanga", role: "Support" },
  {
    email: "approver@demo.example",
    firstName: "Ngọzi",
    lastName: "Ụkachi",
    role: "Admin",
    approvalLimitKobo: 5_000_000n,
  },
];

export type FreezeStory = { by: "MainMerchant" | "Admin" | "Operator"; daysAgo: number; reason: string };

/**
 * A customer and the wallet's history. `bvn` and `nin` are the endings of the numbers, which decide the sandbox
 * registry's answer: `00` not found, `01` another person's, otherwise valid. Without a BVN there is a NIN; `linked` is
 * the day on which the valid BVN is linked after a failed one. `tags` are set when the wallet is created. `idle` wallets take no part in the ordinary payments; some of them have cards.
 */
export type DemoCustomer = {
  name: readonly [first: string, last: string];
  tier: 1 | 2 | 3;
  bvn?: "00" | "01" | "none";
  nin?: "00" | "66";
  linked?: { daysAgo: number };
  phone?: true;
  idle?: true;
  pin?: true;
  noCredit?: { daysAgo: number; reason: string };
  frozen?: FreezeStory;
  enabled?: { daysAgo: number; reason: string };
  enableRefused?: { daysAgo: number };
  tags?: readonly string[];
  note?: { by: BuiltInRole; daysAgo: number; text: string };
};

/** Oldest first. */
export const DEMO_CUSTOMERS: readonly DemoCustomer[] = [
  {
    name: ["Babájídé", "Akínṣànyà"],
    tier: 3,
    pin: true,
    phone: true,
    tags: ["vip", "wholesale"],
    note: {
      by: "Support",
      daysAgo: 5,
      text: "Prefers to be called after 16:00. Speaks for the traders at Balogun market.",
    },
  },
  { name: ["Zainab", "Malumfashi"], tier: 1 },
  {
    name: ["Sọmtọchukwu", "Nwokedi"],
    tier: 3,
    pin: true,
    frozen: { by: "MainMerchant", daysAgo: 6, reason: "Reported by the bank as a mule account. Ticket SUP-2287." },
  },
  {
    name: ["Fọlákẹ́", "Àjàyí"],
    tier: 2,
    frozen: { by: "Admin", daysAgo: 11, reason: "Customer request: phone stolen." },
    note: {
      by: "Support",
      daysAgo: 10,
      text: "Has a new SIM since Monday. Waits for the police report before enabling.",
    },
  },
  { name: ["Yusuf", "Ɗanladi"], tier: 1, pin: true },
  { name: ["Ikenna", "Mbanụgo"], tier: 1, bvn: "01", linked: { daysAgo: 4 } },
  { name: ["Adéṣẹwà", "Ọlátúnjí"], tier: 2, nin: "66", pin: true, phone: true },
  { name: ["Sa’adatu", "Ƙaura"], tier: 1 },
  { name: ["Aṅụlịka", "Okoro"], tier: 3, noCredit: { daysAgo: 18, reason: "Source of funds under review." } },
  { name: ["Morẹ́nikẹ́", "Fásanyà"], tier: 1 },
  { name: ["Bashir", "Ɗahiru"], tier: 1, bvn: "none", idle: true, phone: true },
  { name: ["Ọláwálé", "Ṣóyọyè"], tier: 2, pin: true },
  {
    name: ["Ụzọamaka", "Ezeude"],
    tier: 1,
    frozen: { by: "Operator", daysAgo: 3, reason: "Fraud report: three customers say they never got their goods." },
  },
  { name: ["Kẹ́hìndé", "Adéwọlé"], tier: 3, pin: true, tags: ["wholesale"] },
  { name: ["Maryam", "Ƙasimu"], tier: 1, bvn: "none" },
  { name: ["Obinna", "Anyanwụ"], tier: 2, noCredit: { daysAgo: 9, reason: "Asked for by compliance, case C-118." } },
  { name: ["Títílayọ̀", "Ògúndélé"], tier: 1, pin: true },
  { name: ["Ebere", "Nnaji"], tier: 2 },
  { name: ["Rabi’u", "Sule"], tier: 1 },
  { name: ["Chukwuemeka", "Ịgwe"], tier: 2, pin: true },
  { name: ["Ṣọlá", "Ògúnlẹ́yẹ"], tier: 3, tags: ["vip"] },
  {
    name: ["Halima", "Tijjani"],
    tier: 1,
    frozen: { by: "Operator", daysAgo: 30, reason: "Customer request: lost access to the registered phone." },
    enabled: { daysAgo: 28, reason: "Identity confirmed by video call, ticket SUP-2190." },
  },
  { name: ["Ayọ̀délé", "Ọláyínká"], tier: 2 },
  { name: ["Nkechi", "Ụmeh"], tier: 1, nin: "66" },
  {
    name: ["Aminu", "Ɗanbatta"],
    tier: 2,
    frozen: { by: "Admin", daysAgo: 14, reason: "Court order FHC/KN/CS/41, handed in by legal." },
  },
  { name: ["Adéọlá", "Ṣówándé"], tier: 2, idle: true },
  { name: ["Chiamaka", "Ụzọma"], tier: 3, pin: true, tags: ["wholesale"] },
  { name: ["Ibrahim", "Ƴarima"], tier: 1 },
  { name: ["Olúwáṣeun", "Bámidélé"], tier: 2 },
  { name: ["Ngọzi", "Ọkafọ"], tier: 1, pin: true },
  { name: ["Rukayya", "Ƙofa"], tier: 1, noCredit: { daysAgo: 2, reason: "Two senders dispute their payments." } },
  { name: ["Temítọ́pẹ́", "Ọ̀ṣúntókun"], tier: 2 },
  { name: ["Uchenna", "Ịlọ"], tier: 1, idle: true },
  { name: ["Fatima", "Ɗandume"], tier: 1, nin: "00" },
  {
    name: ["Ọlábísí", "Àrẹ̀mú"],
    tier: 1,
    frozen: { by: "MainMerchant", daysAgo: 1, reason: "Identity documents look altered." },
  },
  { name: ["Ifeanyị", "Ọnwụdiwe"], tier: 1, bvn: "01" },
  { name: ["Hadiza", "Ɗanjuma"], tier: 1, bvn: "00", enableRefused: { daysAgo: 1 } },
  { name: ["Oyinkán", "Adébáyọ̀"], tier: 1, idle: true },
  { name: ["Chịnaza", "Ọkọnkwọ"], tier: 2 },
  { name: ["Ìfẹ́olúwa", "Adéṣínà"], tier: 2 },
];

export const ZUMA_OWNER: DemoMember = {
  email: "owner@zuma.example",
  firstName: "Danlami",
  lastName: "Ƙauran",
  role: "MainMerchant",
};

export const ZUMA_CUSTOMERS: readonly DemoCustomer[] = [
  { name: ["Laraba", "Ɗogo"], tier: 1 },
  { name: ["Emeka", "Ụba"], tier: 2 },
  { name: ["Bọ́lá", "Ṣódìpọ̀"], tier: 1 },
];
