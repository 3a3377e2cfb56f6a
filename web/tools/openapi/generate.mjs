// Writes shared/api/schema.d.ts. It has its own TypeScript because openapi-typescript needs the JavaScript compiler API, which TypeScript 7 lacks.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { source, stamp, target } from './source.mjs'

const BASE = '/api/v1'
const contract = JSON.parse(readFileSync(source, 'utf8'))
// The client adds the base itself, so the paths are known without it.
contract.paths = Object.fromEntries(
  Object.entries(contract.paths).map(([path, item]) => [path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path, item]),
)
// The types here go by path: the ids would only repeat every operation under a second name.
for (const item of Object.values(contract.paths)) for (const operation of Object.values(item)) delete operation.operationId
writeFileSync(target, `${stamp()}\n${astToString(await openapiTS(contract))}`)
