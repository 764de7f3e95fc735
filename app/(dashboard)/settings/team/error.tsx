"use client";

import { PageProblem } from "../../../../components/layout/page-problem.tsx";

export default PageProblem;
