import Link from "next/link";
import { CopyButton } from "../ui/copy-button.tsx";

const credentials = [
  {
    name: "Private key",
    looks: "sk_sandbox_… or sk_live_…",
    from: "Settings, Keys",
    opens: "All but team, keys, account mode and approvals. Moves money at once, within the limits.",
  },
  {
    name: "Session token",
    looks: "data.accessToken",
    from: "POST /auth/login",
    opens: "What the member’s role may. Renewed by POST /auth/refresh/token.",
  },
  {
    name: "Customer token",
    looks: "data.token",
    from: "POST /customer/token, with a private key",
    opens: "Phone verification of that one customer.",
  },
  {
    name: "None",
    looks: "",
    from: "",
    opens: "Signing in, registering, resetting a password, accepting an invitation.",
  },
] as const;

/** Common rules of all calls: base address, credentials, mode, money, failures. Wire 6. */
export function ReferenceBasics({ baseUrl }: { baseUrl: string }) {
  return (
    <section aria-labelledby="basics" className="grid gap-4">
      <h2 id="basics" className="font-semibold text-md">
        How to call
      </h2>
      <p className="flex flex-wrap items-center gap-x-2">
        Base address <code className="font-mono text-id [overflow-wrap:anywhere]">{baseUrl}</code>
        <CopyButton value={baseUrl} label="base address" />
      </p>
      <div className="scroll-thin overflow-x-auto">
        <table className="w-full border-separate border-spacing-0 text-left align-top [&_td]:border-b [&_td]:py-2 [&_td]:pr-4 [&_td]:align-top [&_th]:border-b [&_th]:py-2 [&_th]:pr-4 [&_th]:align-top [&_th]:font-normal">
          <caption className="mb-1 text-left font-medium">Which credential for which call</caption>
          <thead>
            <tr className="text-fg-3 text-xs">
              <th scope="col">Authorization: Bearer …</th>
              <th scope="col">Comes from</th>
              <th scope="col">Opens</th>
            </tr>
          </thead>
          <tbody>
            {credentials.map(({ name, looks, from, opens }) => (
              <tr key={name}>
                <th scope="row">
                  <span className="block font-medium">{name}</span>
                  <span className="font-mono text-fg-2 text-id">{looks}</span>
                </th>
                <td className="text-fg-2">{from}</td>
                <td className="min-w-56 text-fg-2">{opens}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="grid list-disc gap-1 pl-5 text-fg-2">
        <li>A 401 or 403 says which credential or permission is missing.</li>
        <li>Amounts are whole kobo: 150000 is ₦1,500.00. Fractions and texts are refused.</li>
        <li>
          A call runs in the account’s mode. With <Mono>X-Account-Mode</Mono> it is refused (409) in the other one.
        </li>
        <li>
          Failures answer <Mono>{"{status: false, message, code, requestId, errors}"}</Mono>; codes are stable.
        </li>
        <li>
          Lists take <Mono>page</Mono> and <Mono>perPage</Mono> (20, at most 100), and answer <Mono>metadata</Mono>.
        </li>
        <li>
          <Link href="/webhooks/signature" className="rounded-small font-medium text-accent hover:underline">
            Check a webhook’s signature
          </Link>{" "}
          Both digests use the private key of the mode.
        </li>
      </ul>
    </section>
  );
}

function Mono({ children }: { children: string }) {
  return <code className="font-mono text-id">{children}</code>;
}
