"use client";

import { PageProblem } from "../../../../components/layout/page/page-problem.tsx";

export default PageProblem;
