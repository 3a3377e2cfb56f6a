// Runs SQL statements, each a line of JSON.
import { createInterface } from 'node:readline'
import { connectTo } from './sql.mjs'

const connection = connectTo(process.argv[2])
for await (const line of createInterface({ input: process.stdin })) {
  const answer = await connection.query(JSON.parse(line)).then((rows) => ({ rows }), (error) => ({ error: error.message }))
  console.log(JSON.stringify(answer))
}
connection.end()
