import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";

type SubsetFont = (
  font: Buffer,
  text: string,
  options: {
    targetFormat: "woff2" | "truetype";
    variationAxes: Record<string, number | { min: number; max: number }>;
    keepFeatures: readonly string[];
    noHinting: boolean;
  },
) => Promise<Buffer>;

type Ranges = readonly (readonly [from: number, to: number])[];

/**
 * Creates the font files from Inter, with a fixed optical size: the dashboard's, with weights 400 to 600 and the letters of Nigerian
 * names, which ready-made Latin subsets lack, and two for PDFs. Run it by hand after updating `inter-ui`. Dashboard 6, decision 0125.
 */
const RANGES: Ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x100, 0x17f], // Latin Extended-A
  [0x181, 0x181], // hooked letters of Hausa
  [0x18a, 0x18a],
  [0x198, 0x199],
  [0x1b3, 0x1b4],
  [0x18e, 0x18e],
  [0x1dd, 0x1dd],
  [0x1cd, 0x1dc], // caron vowels: tones
  [0x1f8, 0x1f9],
  [0x253, 0x253],
  [0x257, 0x257],
  [0x259, 0x259],
  [0x25b, 0x25b],
  [0x190, 0x190],
  [0x186, 0x186],
  [0x254, 0x254],
  [0x2bc, 0x2bc],
  [0x300, 0x304], // combining marks
  [0x30c, 0x30c],
  [0x323, 0x323],
  [0x331, 0x331],
  [0x1e00, 0x1eff], // Latin Extended Additional
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x202f, 0x202f],
  [0x2039, 0x203a],
  [0x20a6, 0x20a6], // naira
  [0x20ac, 0x20ac],
  [0x2190, 0x2193], // arrows
  [0x2212, 0x2212],
  [0x2318, 0x2318],
  [0x21b5, 0x21b5],
];
/** All letters of PDFs, which show names as they are: Latin, Greek and Cyrillic. As `printable` in `service/providers/pdf/pdf.ts`. */
const PDF_RANGES: Ranges = [
  [0x20, 0x7e],
  [0xa0, 0x52f],
  [0x1e00, 0x1eff],
  [0x2010, 0x2027],
  [0x202f, 0x205e],
  [0x20a0, 0x20c0],
  [0x2122, 0x2122],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x25a1, 0x25a1], // for a letter that is not among these
];
const FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "calt", "tnum", "case", "zero"];

const require = createRequire(import.meta.url);
// The package has no types.
const subsetFont: SubsetFont = require("subset-font");
const source = await readFile(require.resolve("inter-ui/variable/InterVariable.woff2"));
const lettersOf = (ranges: Ranges) =>
  ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .map((point) => String.fromCodePoint(point))
    .join("");
const font = await subsetFont(source, lettersOf(RANGES), {
  targetFormat: "woff2",
  variationAxes: { opsz: 14, wght: { min: 400, max: 600 } },
  keepFeatures: FEATURES,
  noHinting: true,
});
await save("app/fonts/inter.woff2", font);

for (const [name, wght] of [
  ["regular", 400],
  ["semibold", 600],
] as const) {
  const pdfFont = await subsetFont(source, lettersOf(PDF_RANGES), {
    targetFormat: "truetype",
    variationAxes: { opsz: 14, wght },
    keepFeatures: ["mark", "mkmk", "ccmp", "locl", "tnum"],
    noHinting: true,
  });
  await save(`service/providers/pdf/fonts/inter-${name}.ttf`, pdfFont);
}

async function save(path: string, file: Buffer): Promise<void> {
  await writeFile(new URL(`../${path}`, import.meta.url), file);
  console.log(`${path}: ${(file.length / 1000).toFixed(1)} kB`);
}
