"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Hourglass } from "lucide-react";
import { useSession } from "../../../lib/api/session-provider.tsx";
import { type MerchantProfile, merchantProfileQuery } from "../../../lib/api/settings.ts";
import { formatPhone, shortId } from "../../../lib/format/names.ts";
import { LoadProblem } from "../../layout/page/load-problem.tsx";
import { Chip } from "../../ui/chip.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts, IdText } from "../../ui/facts.tsx";
import { useSteadyLoading } from "../../ui/use-steady-loading.ts";
import { When } from "../../ui/when.tsx";
import { Section } from "../section.tsx";
import { SettingsSkeleton } from "../settings-skeleton.tsx";
import { texts } from "./texts.ts";

const reviews = {
  PENDING: { tone: "wait", icon: Hourglass, word: texts.notVerifiedYet },
  ENABLED: { tone: "ok", icon: CircleCheck, word: texts.verified },
  DISABLED: { tone: "bad", icon: CircleAlert, word: texts.declined },
} as const;

/** The merchant's profile, and whether the platform allows live mode. Dashboard 2.5. */
export function AccountProfile() {
  const session = useSession();
  const read = useQuery(merchantProfileQuery(session));
  const isLoading = useSteadyLoading(read.isPending);
  return (
    <Section title={texts.profile} about={texts.givenAtRegistrationThe}>
      {isLoading ? (
        <SettingsSkeleton lines={7} what={texts.profile2} />
      ) : read.data ? (
        <ProfileFacts profile={read.data} />
      ) : (
        <LoadProblem what={texts.theProfile} error={read.error} onRetry={() => void read.refetch()} />
      )}
    </Section>
  );
}

function ProfileFacts({ profile }: { profile: MerchantProfile }) {
  const { tone, icon, word } = reviews[profile.review];
  return (
    <Facts>
      <Fact name={texts.business}>
        <span className="min-w-0 break-words">{profile.businessName}</span>
      </Fact>
      <Fact name={texts.kind}>{profile.businessType}</Fact>
      <Fact name={texts.eMail}>
        <span className="min-w-0 break-all">{profile.email}</span>
      </Fact>
      <Fact name={texts.phone}>
        <span className="whitespace-nowrap">{formatPhone(profile.phoneNumber)}</span>
      </Fact>
      <Fact name={texts.reviewByThePlatform}>
        <Chip tone={tone} icon={icon}>
          {word}
        </Chip>
      </Fact>
      <Fact name={texts.merchantId}>
        <IdText text={shortId(profile.id)} title={profile.id}>
          <CopyButton value={profile.id} label={texts.merchantId2} />
        </IdText>
      </Fact>
      <Fact name={texts.memberSince}>
        <When at={profile.createdAt} isLong />
      </Fact>
    </Facts>
  );
}
