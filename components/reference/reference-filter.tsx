"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { countOf } from "../../lib/format/names.ts";
import { Input } from "../ui/input.tsx";
import { texts } from "./texts.ts";

/** Filters the server-rendered entries by every typed word, and opens the endpoint named in the URL. */
export function ReferenceFilter({ total }: { total: number }) {
  const [text, setText] = useState("");
  const [left, setLeft] = useState(total);
  useEffect(() => setLeft(narrow(text)), [text]);
  useEffect(() => {
    openNamed();
    window.addEventListener("hashchange", openNamed);
    return () => window.removeEventListener("hashchange", openNamed);
  }, []);
  return (
    <search aria-label={texts.findAnEndpoint} className="flex items-center gap-3">
      <Input
        type="search"
        icon={Search}
        aria-label={texts.findAnEndpointBy}
        placeholder={texts.pathOrWordsAs}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="md:max-w-80"
      />
      <p role="status" className="whitespace-nowrap text-fg-2 text-xs tabular-nums">
        {countOf(left, "endpoint")}
      </p>
    </search>
  );
}

function narrow(text: string): number {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  let left = 0;
  for (const entry of document.querySelectorAll<HTMLElement>("[data-entry]")) {
    const isLeft = words.every((word) => entry.dataset.entry?.includes(word));
    entry.hidden = !isLeft;
    if (isLeft) left += 1;
  }
  for (const group of document.querySelectorAll<HTMLElement>("[data-group]")) {
    group.hidden = group.querySelector("[data-entry]:not([hidden])") === null;
  }
  return left;
}

function openNamed(): void {
  const named = document.getElementById(location.hash.slice(1));
  if (!(named instanceof HTMLDetailsElement)) return;
  named.open = true;
  named.scrollIntoView();
}
