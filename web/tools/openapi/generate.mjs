// Writes shared/api/schema.d.ts, the types of the API, from the contract (`npm run api`). This folder is a package of its own with
// TypeScript 5, because openapi-typescript needs the JavaScript compiler API, which TypeScript 7 lacks.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { source, stamp, target } from './source.mjs'

const BASE = '/api/v1'
const contract = JSON.parse(readFileSync(source, 'utf8'))
// Removes the base from the paths, because the client adds it.
contract.paths = Object.fromEntries(
  Object.entries(contract.paths).map(([path, item]) => [path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path, item]),
)
// Removes the ids of operations. With them, the types would contain every operation twice; the app finds the types by path.
for (const item of Object.values(contract.paths)) for (const operation of Object.values(item)) delete operation.operationId
writeFileSync(target, `${stamp()}\n${astToString(await openapiTS(contract))}`)
