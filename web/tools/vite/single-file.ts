import { build, type InlineConfig, type Rolldown } from 'vite'

/** Builds a script that is not part of the app, such as the service worker, as one file without imports. */
export async function buildSingleFile({ build: buildOptions, ...config }: InlineConfig): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ...config,
    resolve: { tsconfigPaths: true, ...config.resolve },
    build: {
      write: false,
      target: 'baseline-widely-available',
      ...buildOptions,
      rolldownOptions: { ...buildOptions?.rolldownOptions, output: { format: 'iife', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  return built.output[0].code
}
