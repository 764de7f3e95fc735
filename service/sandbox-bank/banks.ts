type Bank = {
  institutionCode: string;
  institutionName: string;
  cbnCode: string | null;
  categoryCode: string;
  categoryName: string;
};

const bank = (
  institutionCode: string,
  institutionName: string,
  cbnCode: string | null,
  categoryCode: string,
  categoryName: string,
): Bank => ({
  institutionCode,
  institutionName,
  cbnCode,
  categoryCode,
  categoryName,
});
const commercial = (code: string, name: string, cbnCode: string) => bank(code, name, cbnCode, "2", "Commercial bank");
const microfinance = (code: string, name: string) => bank(code, name, null, "9", "Microfinance bank");
const mobileMoney = (code: string, name: string) => bank(code, name, null, "10", "Mobile money operator");
const paymentService = (code: string, name: string) => bank(code, name, null, "12", "Payment service bank");

/**
 * Banks of Nigeria with their NIP and CBN codes. The two code spaces overlap: 000011 is Unity Bank in NIP, and 011 is First Bank at
 * the CBN.
 */
export const BANKS: readonly Bank[] = [
  commercial("000014", "Access Bank", "044"),
  commercial("000005", "Access Bank (Diamond)", "063"),
  commercial("000009", "Citibank Nigeria", "023"),
  commercial("000010", "Ecobank Nigeria", "050"),
  commercial("000007", "Fidelity Bank", "070"),
  commercial("000016", "First Bank of Nigeria", "011"),
  commercial("000003", "First City Monument Bank", "214"),
  commercial("000027", "Globus Bank", "103"),
  commercial("000013", "Guaranty Trust Bank", "058"),
  commercial("000006", "Jaiz Bank", "301"),
  commercial("000002", "Keystone Bank", "082"),
  commercial("000029", "Lotus Bank", "303"),
  commercial("000036", "Optimus Bank", "107"),
  commercial("000030", "Parallex Bank", "104"),
  commercial("000008", "Polaris Bank", "076"),
  commercial("000031", "PremiumTrust Bank", "105"),
  commercial("000023", "Providus Bank", "101"),
  commercial("000034", "Signature Bank", "106"),
  commercial("000012", "Stanbic IBTC Bank", "221"),
  commercial("000021", "Standard Chartered Bank", "068"),
  commercial("000001", "Sterling Bank", "232"),
  commercial("000022", "SunTrust Bank", "100"),
  commercial("000026", "TAJ Bank", "302"),
  commercial("000025", "Titan Trust Bank", "102"),
  commercial("000018", "Union Bank of Nigeria", "032"),
  commercial("000004", "United Bank for Africa", "033"),
  commercial("000011", "Unity Bank", "215"),
  commercial("000017", "Wema Bank", "035"),
  commercial("000015", "Zenith Bank", "057"),
  microfinance("090551", "FairMoney Microfinance Bank"),
  microfinance("090267", "Kuda Microfinance Bank"),
  microfinance("090405", "Moniepoint Microfinance Bank"),
  microfinance("090325", "Sparkle Microfinance Bank"),
  microfinance("090110", "VFD Microfinance Bank"),
  mobileMoney("100004", "OPay"),
  mobileMoney("100002", "Paga"),
  mobileMoney("100033", "PalmPay"),
  paymentService("120001", "9 Payment Service Bank"),
  paymentService("120003", "MoMo Payment Service Bank"),
  paymentService("120004", "SmartCash Payment Service Bank"),
];

const CODES = new Set(BANKS.map(({ institutionCode }) => institutionCode));

export function isBankCode(code: string): boolean {
  return CODES.has(code);
}
