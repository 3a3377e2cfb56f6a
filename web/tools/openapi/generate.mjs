// Writes shared/api/schema.d.ts. It has its own TypeScript because openapi-typescript needs the JavaScript compiler API, which TypeScript 7
// lacks.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { source, stamp, target } from './source.mjs'

const BASE = '/api/v1'
const contract = JSON.parse(readFileSync(source, 'utf8'))
// Removes the base from the paths, because the client adds it.
contract.paths = Object.fromEntries(
  Object.entries(contract.paths).map(([path, item]) => [path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path, item]),
)
// Removes the operation ids, which would list every operation a second time; the types go by path.
for (const item of Object.values(contract.paths)) for (const operation of Object.values(item)) delete operation.operationId
writeFileSync(target, `${stamp()}\n${astToString(await openapiTS(contract))}`)
