import { CopyButton } from "../ui/copy-button.tsx";
import { Link } from "../ui/link.tsx";
import { texts } from "./texts.ts";

const credentials = [
  {
    name: texts.privateKey,
    looks: texts.skSandboxOrSk,
    from: texts.settingsKeys,
    opens: texts.allButTeamKeys,
  },
  {
    name: texts.sessionToken,
    looks: "data.accessToken",
    from: "POST /auth/login",
    opens: texts.whatTheMembersRole,
  },
  {
    name: texts.customerToken,
    looks: "data.token",
    from: "POST /customer/token, with a private key",
    opens: texts.phoneVerificationOfThat,
  },
  {
    name: texts.none,
    looks: "",
    from: "",
    opens: texts.signingInRegisteringResetting,
  },
] as const;

/** Common rules of all calls: base address, credentials, mode, money, failures. Wire 6. */
export function ReferenceBasics({ baseUrl }: { baseUrl: string }) {
  return (
    <section aria-labelledby="basics" className="grid gap-4">
      <h2 id="basics" className="font-semibold text-md">
        {texts.howToCall}
      </h2>
      <p className="flex flex-wrap items-center gap-x-2">
        {texts.baseAddress} <code className="font-mono text-id [overflow-wrap:anywhere]">{baseUrl}</code>
        <CopyButton value={baseUrl} label={texts.baseAddress2} />
      </p>
      <div className="scroll-thin overflow-x-auto">
        <table className="w-full border-separate border-spacing-0 text-left align-top [&_td]:border-b [&_td]:py-2 [&_td]:pr-4 [&_td]:align-top [&_th]:border-b [&_th]:py-2 [&_th]:pr-4 [&_th]:align-top [&_th]:font-normal">
          <caption className="mb-1 text-left font-medium">{texts.whichCredentialForWhich}</caption>
          <thead>
            <tr className="text-fg-3 text-xs">
              <th scope="col">{texts.authorizationBearer}</th>
              <th scope="col">{texts.comesFrom}</th>
              <th scope="col">{texts.opens}</th>
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
        <li>{texts.a401Or403}</li>
        <li>{texts.amountsAreWholeKobo}</li>
        <li>
          {texts.aCallRunsIn} <Mono>{texts.xAccountMode}</Mono> {texts.itIsRefused409}
        </li>
        <li>
          {texts.failuresAnswer} <Mono>{"{status: false, message, code, requestId, errors}"}</Mono>
          {texts.codesAreStable}
        </li>
        <li>
          {texts.listsTake} <Mono>{texts.page}</Mono> {texts.and} <Mono>{texts.perpage}</Mono> {texts.n20AtMost}{" "}
          <Mono>{texts.metadata}</Mono>.
        </li>
        <li>
          <Link href="/webhooks/signature" className="rounded-small font-medium text-accent hover:underline">
            {texts.checkAWebhooksSignature}
          </Link>{" "}
          {texts.bothDigestsUseThe}
        </li>
      </ul>
    </section>
  );
}

function Mono({ children }: { children: string }) {
  return <code className="font-mono text-id">{children}</code>;
}
