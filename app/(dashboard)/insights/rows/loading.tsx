import { PageSkeleton } from "../../../../components/layout/page/page-skeleton.tsx";

export default function Loading() {
  return <PageSkeleton />;
}
