"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Lock, RotateCw } from "lucide-react";
import { useId, useState } from "react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { accessKeysQuery } from "../../../lib/api/settings.ts";
import { can } from "../../../lib/permissions.ts";
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
import { KeysRotateSheet } from "./keys-sheets.tsx";
import { RestrictedKeys } from "./restricted/restricted-keys.tsx";
import { texts } from "./texts.ts";

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
  const [rotations, setRotations] = useState(0);
  const read = useQuery(accessKeysQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  const mayRotate = can(session, "GENERATE_KEYS");
  const mode = session.mode === "SANDBOX" ? texts.theSandbox : texts.liveMode;
  return (
    <>
      <PageHead
        title={texts.keys}
        sub={texts.ofModeTheOther(mode)}
        actions={
          <Button
            variant="primary"
            icon={mayRotate ? RotateCw : Lock}
            isBlocked={!mayRotate}
            aria-describedby={mayRotate ? undefined : id}
            aria-haspopup="dialog"
            onClick={() => setIsRotating(true)}
          >
            {texts.rotateKeys}
          </Button>
        }
      />
      {!mayRotate && <Obstacle id={id}>{texts.yourRoleRoleCannot(session.role)}</Obstacle>}
      <div className="mt-2">
        <Section
          title={texts.keysThatWorkNow}
          about={
            <>
              <p>{texts.whoHasAPrivate}</p>
              <p className="mt-2 min-h-4 text-xs">
                <AsOf read={read} />
              </p>
            </>
          }
        >
          {isLoading ? (
            <SettingsSkeleton lines={5} what={texts.keys2} />
          ) : read.data ? (
            read.data.map((key) => <KeysItem key={key.id} accessKey={key} />)
          ) : (
            <LoadProblem what={texts.theKeys} error={read.error} onRetry={() => void read.refetch()} />
          )}
          {read.data?.length === 0 && (
            <EmptyState icon={KeyRound} title={texts.noKeysYet}>
              <p>{texts.rotateMakesTheFirst}</p>
            </EmptyState>
          )}
        </Section>
        <Section title={texts.privateKey} about={texts.itSignsYourWebhooks}>
          {/* A rotation hides the former key. */}
          <KeysPrivate key={rotations} />
        </Section>
      </div>
      <RestrictedKeys />
      <KeysRotateSheet
        isOpen={isRotating}
        onRotated={() => setRotations((count) => count + 1)}
        onClose={() => setIsRotating(false)}
      />
    </>
  );
}
