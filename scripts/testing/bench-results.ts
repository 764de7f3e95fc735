/** A measured ratio beside the one that is aimed at. */
export type Ratio = { name: string; value: number; aim: number };
/** One bench of a run. `output` is what it printed. */
export type BenchResult = {
  name: string;
  exitCode: number | null;
  seconds: number;
  ratios: Ratio[];
  output: string;
};
/** All benches of one `npm run bench`; `at` is its end in ISO 8601, UTC. */
export type BenchRun = {
  at: string;
  isSmall: boolean;
  machine: { processor: string; memoryGiB: number; node: string };
  results: readonly BenchResult[];
};

/** The line of a ratio to a limit that the same run measured. */
export function ratioLine(name: string, value: number, aim: number): string {
  return `${name}: ${value.toFixed(2)} (aim ${aim})`;
}

/** The lines `<what>: <number> … (aim <number>)` of a bench. */
export function ratiosIn(output: string): Ratio[] {
  return [...output.matchAll(/^\s*(.+?): (\d+(?:\.\d+)?)[^\n(]*\(aim (\d+(?:\.\d+)?)\)/gm)].map(
    ([, name, value, aim]) => ({
      name: name ?? "",
      value: Number(value),
      aim: Number(aim),
    }),
  );
}

/** A page to read: the machine, failed benches, all ratios, then what each bench printed. */
export function pageOfResults({ at, isSmall, machine: { processor, memoryGiB, node }, results }: BenchRun): string {
  const failed = results.filter(({ exitCode }) => exitCode !== 0).map(({ name }) => name);
  const ratios = results.flatMap((bench) => bench.ratios.map((ratio) => ({ ...ratio, bench: bench.name })));
  const rows = ratios.map(({ bench, name, value, aim }) => `| ${bench} | ${name} | ${value} | ${aim} |`);
  return [
    "# Results of the benches",
    `${processor}, ${memoryGiB} GiB, Node.js ${node}, ${at}. Ratios within one run compare machines; bare times do not.`,
    ...(isSmall ? ["Small sizes: each bench ran, and its figures mean nothing."] : []),
    ...(failed.length > 0 ? [`Failed: ${failed.join(", ")}.`] : []),
    ["| bench | ratio | measured | aim |", "| --- | --- | ---: | ---: |", ...rows].join("\n"),
    ...results.map(({ name, seconds, exitCode, output }) => {
      const outcome = exitCode === 0 ? `${seconds} s` : `failed with code ${exitCode} after ${seconds} s`;
      return `## ${name}\n\n${outcome}\n\n\`\`\`\n${output.trimEnd()}\n\`\`\``;
    }),
    "",
  ].join("\n\n");
}
