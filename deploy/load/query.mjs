// Runs SQL statements in one session of PostgreSQL. `cargo drill` uses it, because that program has no database driver.
//
//     node deploy/load/query.mjs postgres://postgres:…@127.0.0.1:5432/order
//
// Each line of the input is a statement as a JSON text; each line of the output is the answer: {"rows": […]}, with the columns of a row
// joined by `|`, or {"error": "…"}. After an error, the session cannot be used any more.
import { createInterface } from 'node:readline'
import { connectTo } from './sql.mjs'

const connection = connectTo(process.argv[2])
for await (const line of createInterface({ input: process.stdin })) {
  const answer = await connection.query(JSON.parse(line)).then((rows) => ({ rows }), (error) => ({ error: error.message }))
  console.log(JSON.stringify(answer))
}
connection.end()
