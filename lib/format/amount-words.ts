const SMALL = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
] as const;
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"] as const;
const SCALES = ["", " thousand", " million", " billion", " trillion"] as const;

/** An amount of whole kobo in words, to check the input: `Forty-five thousand naira, fifty kobo`. Dashboard 5.7. */
export function amountInWords(kobo: number): string {
  const naira = Math.floor(kobo / 100);
  const rest = kobo % 100;
  const parts = [naira > 0 || rest === 0 ? `${words(naira)} naira` : "", rest > 0 ? `${words(rest)} kobo` : ""];
  const text = parts.filter(Boolean).join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function words(number: number): string {
  if (number === 0) return SMALL[0];
  const groups: string[] = [];
  for (let rest = number, scale = 0; rest > 0; rest = Math.floor(rest / 1000), scale += 1) {
    const group = rest % 1000;
    if (group > 0) groups.unshift(`${belowThousand(group)}${SCALES[scale] ?? ""}`);
  }
  const last = number % 1000;
  // "One thousand and five" as it is spoken, without a comma after a full group.
  return groups.length > 1 && last > 0 && last < 100
    ? `${groups.slice(0, -1).join(" ")} and ${groups.at(-1)}`
    : groups.join(" ");
}

function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  const head = hundreds > 0 ? `${SMALL[hundreds]} hundred` : "";
  if (rest === 0) return head;
  return head === "" ? belowHundred(rest) : `${head} and ${belowHundred(rest)}`;
}

function belowHundred(number: number): string {
  if (number < SMALL.length) return SMALL[number] ?? "";
  const unit = number % 10;
  const ten = TENS[Math.floor(number / 10)] ?? "";
  return unit === 0 ? ten : `${ten}-${SMALL[unit]}`;
}
