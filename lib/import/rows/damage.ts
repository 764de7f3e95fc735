/** Damage that spreadsheets do to cells and that can be undone without loss. Repairs need a click. Dashboard 5.6. */
export type Damage = "text_formula" | "lost_zero" | "scientific" | "date_text" | "date_order" | "tier_text";

export type Repair = { damage: Damage; column: string; cells: number };

/** The order of day and month in a column's dates with slashes, if the column proves one. */
export type DateOrder = "day_first" | "month_first" | null;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const SLASHED = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/;

/** The damage of a cell and the repaired text; `null` if there is none or it cannot be undone. */
export function repairOf(column: string, cell: string, order: DateOrder): { damage: Damage; text: string } | null {
  const text = cell.trim();
  const inner = /^="(.*)"$/s.exec(text)?.[1];
  if (inner !== undefined) return { damage: "text_formula", text: inner };
  const plain = column === "date_of_birth" ? null : expanded(text);
  if (plain !== null) return { damage: "scientific", text: plain };
  if (column === "phone_number" && /^[789]\d{9}$/.test(text)) return { damage: "lost_zero", text: `0${text}` };
  if (column === "accountNumber" && /^\d{9}$/.test(text)) return { damage: "lost_zero", text: `0${text}` };
  if (column === "date_of_birth") return dateOf(text, order);
  if (column !== "tier") return null;
  const tier = /^(?:tier)?[\s_-]*([123])$/i.exec(text)?.[1];
  return tier !== undefined && text !== `TIER_${tier}` ? { damage: "tier_text", text: `TIER_${tier}` } : null;
}

/** `2.2214837465E+10` can be restored only if every digit is still there. */
function expanded(text: string): string | null {
  const [, whole = "", fraction = "", exponent = ""] = /^(\d)(?:\.(\d+))?E\+(\d{1,2})$/i.exec(text) ?? [];
  return exponent !== "" && fraction.length === Number(exponent) ? `${whole}${fraction}` : null;
}

function dateOf(text: string, order: DateOrder): { damage: Damage; text: string } | null {
  const words = /^(\d{1,2})[\s-]+([a-z]{3})[a-z]*[\s,-]+(\d{4})$/i.exec(text);
  if (words) {
    const month = MONTHS.indexOf((words[2] ?? "").toLowerCase()) + 1;
    return month === 0 ? null : asDate("date_text", words[3], month, words[1]);
  }
  const slashed = SLASHED.exec(text);
  if (!slashed || order === null) return null;
  const [day, month] = order === "day_first" ? [slashed[1], slashed[2]] : [slashed[2], slashed[1]];
  return asDate("date_order", slashed[3], month, day);
}

function asDate(damage: Damage, year = "", month: string | number = "", day = "") {
  const text = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${text}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isReal ? { damage, text } : null;
}

/** Learns how a column's `03/04/1990` is meant: known if some dates can be read in only one way, and none in only the other. */
export function createDateOrder() {
  const seen = { dayFirst: false, monthFirst: false };
  return {
    see(cell: string): void {
      const [, first = "0", second = "0"] = SLASHED.exec(cell.trim()) ?? [];
      if (Number(first) > 12) seen.dayFirst = true;
      if (Number(second) > 12) seen.monthFirst = true;
    },
    known(): DateOrder {
      if (seen.dayFirst === seen.monthFirst) return null;
      return seen.dayFirst ? "day_first" : "month_first";
    },
  };
}
