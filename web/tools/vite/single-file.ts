import { build, type InlineConfig, type Rolldown } from 'vite'

/** Builds a self-contained script that is not part of the app's modules. */
export async function buildSingleFile({ build: how, ...config }: InlineConfig): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ...config,
    resolve: { tsconfigPaths: true, ...config.resolve },
    build: {
      write: false,
      target: 'baseline-widely-available',
      ...how,
      rolldownOptions: { ...how?.rolldownOptions, output: { format: 'iife', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
