"use client";

import { PlainProblem } from "../components/layout/page/plain-problem.tsx";

export default PlainProblem;
