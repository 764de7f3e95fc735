import { type ReactNode, useId } from "react";

type SectionProps = { title: string; about?: ReactNode; children: ReactNode };

/** A section of a settings page: heading and description on the left, controls on the right. */
export function Section({ title, about, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-t py-6 first-of-type:border-t-0 lg:grid-cols-[minmax(0,288px)_minmax(0,1fr)]"
    >
      <div className="min-w-0">
        <h2 id={id} className="font-semibold text-md">
          {title}
        </h2>
        {about && <div className="mt-1 text-fg-2">{about}</div>}
      </div>
      <div className="grid min-w-0 max-w-form content-start gap-5">{children}</div>
    </section>
  );
}
