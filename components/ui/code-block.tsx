import { CopyButton } from "./copy-button.tsx";

type CodeBlockProps = {
  label: string;
  text: string;
  note?: string | undefined;
  /** Wraps long lines instead of scrolling, for generated text. */
  wraps?: boolean;
};

/** Preformatted text with a copy button. */
export function CodeBlock({ label, text, note, wraps }: CodeBlockProps) {
  return (
    <figure className="mt-4 min-w-0">
      <div className="relative rounded-control border bg-subtle">
        <CopyButton value={text} label={label.toLowerCase()} className="absolute top-2 right-2 z-10 bg-subtle" />
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
          tabIndex={0}
          aria-label={label}
          className="scroll-thin max-h-96 overflow-auto rounded-control outline-offset-[-2px]"
        >
          <pre className={`p-4 pr-10 font-mono text-id ${wraps ? "whitespace-pre-wrap break-all" : ""}`}>{text}</pre>
        </section>
      </div>
      {note && <figcaption className="wrap-anywhere mt-1.5 text-fg-2 text-xs">{note}</figcaption>}
    </figure>
  );
}
