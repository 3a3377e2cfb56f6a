// One session of `psql`, for what a measurement writes or reads where no route does. Needs `psql`.
import { spawn } from 'node:child_process'

/** Statements one after the other, each answered with its lines when it is committed. */
export function session(url) {
  const psql = spawn('psql', [url, '-qAt', '-v', 'ON_ERROR_STOP=1'], { stdio: ['pipe', 'pipe', 'inherit'] })
  let [heard, answered, turn] = ['', () => {}, Promise.resolve()]
  psql.on('exit', (code) => code && process.exit(code))
  psql.stdout.on('data', (piece) => {
    heard += piece
    const lines = heard.split('\n')
    const end = lines.indexOf('done')
    if (end < 0) return
    heard = lines.slice(end + 1).join('\n')
    answered(lines.slice(0, end))
  })
  const say = (statement) =>
    new Promise((done) => {
      answered = done
      psql.stdin.write(`${statement};\n\\echo done\n`)
    })
  return {
    ask: (statement) => (turn = turn.then(() => say(statement))),
    end: () => psql.stdin.end(),
  }
}
