import { texts } from "./texts.ts";

type Failure = { code: string; status: number; message: string };

/** The table of all failures, collapsed: readers look up a code that they have received. */
export function ReferenceFailures({ failures }: { failures: readonly Failure[] }) {
  return (
    <section aria-labelledby="failures">
      <h2 id="failures" className="font-semibold text-md">
        {texts.failures}
      </h2>
      <p className="mb-3 text-fg-2">
        {texts.codesAreStableGo} <code className="font-mono text-id">{texts.outcomeUnknown}</code> {texts.and}{" "}
        <code className="font-mono text-id">{texts.internal}</code>
        {texts.repeatThoseWithThe}
      </p>
      <details>
        <summary className="w-fit cursor-pointer rounded-small font-medium">
          {texts.allCountCodes(failures.length)}
        </summary>
        <div className="scroll-thin mt-2 overflow-x-auto">
          <table className="w-full border-separate border-spacing-0 text-left align-top [&_td]:border-b [&_td]:py-1.5 [&_td]:pr-4 [&_th]:border-b [&_th]:py-1.5 [&_th]:pr-4 [&_th]:font-normal">
            <caption className="sr-only">{texts.failureCodesByStatus}</caption>
            <thead>
              <tr className="text-fg-3 text-xs">
                <th scope="col">{texts.status}</th>
                <th scope="col">{texts.code}</th>
                <th scope="col">{texts.text}</th>
              </tr>
            </thead>
            <tbody>
              {failures.map(({ code, status, message }) => (
                <tr key={code}>
                  <td className="tabular-nums">{status}</td>
                  <th scope="row" className="font-mono text-id">
                    {code}
                  </th>
                  <td className="min-w-56 text-fg-2">{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
