import { CircleCheck, Hourglass } from "lucide-react";
import type { AccessKey } from "../../../lib/api/settings.ts";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../../ui/facts.tsx";
import { When } from "../../ui/when.tsx";
import { texts } from "./texts.ts";

/** A key pair without its private key. */
export function KeysItem({ accessKey }: { accessKey: AccessKey }) {
  const { publicKey, createdAt, lastUsedAt, callsLastDay, stopsAt } = accessKey;
  return (
    <article aria-label={texts.keyPublicKey(publicKey)} className="border-b pb-4 last:border-b-0 last:pb-0">
      <Facts>
        <Fact name={texts.state}>
          {stopsAt === null ? (
            <Chip tone="ok" icon={CircleCheck}>
              {texts.current}
            </Chip>
          ) : (
            <>
              <Chip tone="wait" icon={Hourglass}>
                {texts.beingReplaced}
              </Chip>
              <span>
                {texts.stops} <When at={stopsAt} />
              </span>
            </>
          )}
        </Fact>
        <Fact name={texts.publicKey}>
          <IdText text={`${publicKey.slice(0, 14)}…${publicKey.slice(-4)}`} title={publicKey}>
            <CopyButton value={publicKey} label={texts.publicKey2} />
          </IdText>
        </Fact>
        <Fact name={texts.made}>
          <When at={createdAt} isLong />
        </Fact>
        <Fact name={texts.lastUsed}>{lastUsedAt === null ? texts.never : <When at={lastUsedAt} />}</Fact>
        <Fact name={texts.callsInTheLast}>{callsLastDay.toLocaleString("en-NG")}</Fact>
      </Facts>
    </article>
  );
}
