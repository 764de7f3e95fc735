"use client";

import { ArrowLeft } from "lucide-react";
import { useRef, useState } from "react";
import { ButtonLink } from "../../ui/button-link.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { ApprovalDetails } from "./approval-details.tsx";
import { texts } from "./texts.ts";

/** A request on its own page: opened by a link, or on narrow screens. */
export function ApprovalPage({ id }: { id: string }) {
  const [announcement, announce] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="w-full max-w-sheet max-lg:-mt-3 lg:-m-pad lg:h-[calc(100dvh-18px-var(--bar))] lg:border-r">
      <PageHeading ref={heading} tabIndex={-1} className="sr-only">
        {texts.requestForApproval}
      </PageHeading>
      <ApprovalDetails
        id={id}
        announce={announce}
        onDecided={() => heading.current?.focus()}
        lead={
          <ButtonLink
            href="/approvals"
            variant="quiet"
            size="small"
            iconOnly
            icon={ArrowLeft}
            aria-label={texts.backToApprovals}
            className="-ml-2"
          />
        }
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
