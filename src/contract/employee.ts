import { z } from 'zod';
import { listOf } from './list.ts';

/** An entry of `GET /api/employees/` (specification 2.3). Only `id` is guaranteed; other fields are optional. */
export const Employee = z.object({
  id: z.int(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  email: z.string().nullish(),
  role: z.int().nullish().catch(null),
});
export type Employee = z.infer<typeof Employee>;

/** Answer of `GET /api/employees/`, as `{ items, next }`. */
export const EmployeeList = listOf(Employee);
