import type { TrialBalance } from "../../../contract/transactions.ts";

/** The failed ledger rules, with the figures that platform support needs. */
export function BrokenRules({ problems }: { problems: TrialBalance["problems"] }) {
  if (problems.length === 0) return null;
  return (
    <section aria-labelledby="broken" className="mt-6">
      <h2 id="broken" className="mb-2 font-semibold text-md">
        What is wrong
      </h2>
      <ul className="grid gap-2">
        {problems.map(({ rule, detail }) => {
          const facts = JSON.stringify(detail);
          return (
            <li key={`${rule}${facts}`} className="rounded-control border bg-subtle px-4 py-3">
              <p className="font-medium">{rule.replaceAll("_", " ")}</p>
              <p className="break-all font-mono text-fg-2 text-id">{facts}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
