import { CircleCheck, Hourglass } from "lucide-react";
import type { AccessKey } from "../../../lib/api/settings.ts";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../../ui/facts.tsx";
import { When } from "../../ui/when.tsx";

/** A key pair without its private key. */
export function KeysItem({ accessKey }: { accessKey: AccessKey }) {
  const { publicKey, createdAt, lastUsedAt, callsLastDay, stopsAt } = accessKey;
  return (
    <article aria-label={`Key ${publicKey}`} className="border-b pb-4 last:border-b-0 last:pb-0">
      <Facts>
        <Fact name="State">
          {stopsAt === null ? (
            <Chip tone="ok" icon={CircleCheck}>
              Current
            </Chip>
          ) : (
            <>
              <Chip tone="wait" icon={Hourglass}>
                Being replaced
              </Chip>
              <span>
                stops <When at={stopsAt} />
              </span>
            </>
          )}
        </Fact>
        <Fact name="Public key">
          <IdText text={`${publicKey.slice(0, 14)}…${publicKey.slice(-4)}`} title={publicKey}>
            <CopyButton value={publicKey} label="public key" />
          </IdText>
        </Fact>
        <Fact name="Made">
          <When at={createdAt} isLong />
        </Fact>
        <Fact name="Last used">{lastUsedAt === null ? "Never" : <When at={lastUsedAt} />}</Fact>
        <Fact name="Calls in the last 24 hours">{callsLastDay.toLocaleString("en-NG")}</Fact>
      </Facts>
    </article>
  );
}
