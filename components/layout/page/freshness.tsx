"use client";

import { clockTime } from "../../../lib/format/instant.ts";
import { useShownZone } from "../../ui/use-shown-zone.ts";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { texts } from "./texts.ts";

type Read = { dataUpdatedAt: number; isError: boolean; refetch: () => unknown };

/** "as of 14:02:11". If the last refresh failed, says so and offers a retry. Dashboard 2.4. */
export function AsOf({ read }: { read: Read }) {
  const zone = useShownZone();
  const isHydrated = useHydrated();
  if (read.dataUpdatedAt === 0) return null;
  const time = clockTime(read.dataUpdatedAt, zone);
  // The clocks of server and browser may differ, so the server leaves the time out, in its place.
  if (!isHydrated) return <span className="invisible">{texts.asOfTime("00:00:00")}</span>;
  if (!read.isError) return <span>{texts.asOfTime(time)}</span>;
  return (
    <span role="status" className="text-wait">
      {texts.couldNotRefreshShowing(time)}{" "}
      <button
        type="button"
        className="rounded-small font-medium underline underline-offset-2"
        onClick={() => void read.refetch()}
      >
        {texts.retry}
      </button>
    </span>
  );
}
