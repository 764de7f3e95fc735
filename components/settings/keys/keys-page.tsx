"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Lock, RotateCw } from "lucide-react";
import { useId, useState } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { accessKeysQuery } from "../../../lib/api/settings.ts";
import { can } from "../../../lib/permissions.ts";
import { lazySheet } from "../../layout/lazy.tsx";
import { ForbiddenPage } from "../../layout/page/forbidden-page.tsx";
import { AsOf } from "../../layout/page/freshness.tsx";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { PageHead } from "../../layout/page/page-head.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { Obstacle } from "../account/setting-obstacle.tsx";
import { Section } from "../section.tsx";
import { SettingsSkeleton } from "../settings-skeleton.tsx";
import { KeysItem } from "./keys-item.tsx";
import { KeysPrivate } from "./keys-private.tsx";
import { RestrictedKeys } from "./restricted/restricted-keys.tsx";

// Loaded when it is opened.
const KeysRotateSheet = lazySheet(() => import("./keys-rotate-sheet.tsx").then((module) => module.KeysRotateSheet));

/** The keys of the mode shown: key pairs with their usage, the private key, and rotation. Dashboard 5.11. */
export function KeysPage() {
  const session = useSession();
  if (!can(session, "BROWSE_KEYS")) return <ForbiddenPage permission="BROWSE_KEYS" />;
  return <Keys />;
}

function Keys() {
  const session = useSession();
  const id = useId();
  const [isRotating, setIsRotating] = useState(false);
  const read = useQuery(accessKeysQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  const mayRotate = can(session, "GENERATE_KEYS");
  const mode = session.mode === "SANDBOX" ? "the sandbox" : "live mode";
  return (
    <>
      <PageHead
        title="Keys"
        sub={`Of ${mode}. The other mode has its own.`}
        actions={
          <Button
            variant="primary"
            className="wide"
            icon={mayRotate ? RotateCw : Lock}
            isBlocked={!mayRotate}
            aria-describedby={mayRotate ? undefined : id}
            aria-haspopup="dialog"
            onClick={() => setIsRotating(true)}
          >
            Rotate keys
          </Button>
        }
      />
      {!mayRotate && (
        <Obstacle id={id}>{`Your role (${session.role}) cannot rotate keys. It needs GENERATE_KEYS.`}</Obstacle>
      )}
      <div className="mt-2">
        <Section
          title="Keys that work now"
          about={
            <>
              <p>Who has a private key acts as your business. Keep it on your servers.</p>
              <p className="mt-2 min-h-4 text-xs">
                <AsOf read={read} />
              </p>
            </>
          }
        >
          {isLoading ? (
            <SettingsSkeleton lines={5} what="keys" />
          ) : read.data ? (
            read.data.map((key) => <KeysItem key={key.id} accessKey={key} />)
          ) : (
            <LoadProblem what="the keys" error={read.error} onRetry={() => void read.refetch()} />
          )}
          {read.data?.length === 0 && (
            <EmptyState icon={KeyRound} title="No keys yet">
              <p>Rotate makes the first pair of this mode.</p>
            </EmptyState>
          )}
        </Section>
        <Section title="Private key" about="It signs your webhooks as well. Asked for with your password, each time.">
          <KeysPrivate />
        </Section>
      </div>
      <RestrictedKeys />
      <KeysRotateSheet isOpen={isRotating} onClose={() => setIsRotating(false)} />
    </>
  );
}
