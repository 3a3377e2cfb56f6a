/// <reference types="vitest/config" />
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import contract from './routes.json' with { type: 'json' }
import { adminDocument } from './tools/vite/admin-document.ts'
import { chunkFileNames, groups } from './tools/vite/chunks.ts'
import { documentOrder } from './tools/vite/document-order.ts'
import { headScript } from './tools/vite/head-script.ts'
import { icons } from './tools/vite/icons.ts'
import { installableShop } from './tools/vite/installed.ts'
import { mockMedia } from './tools/vite/mock-media.ts'
import { precompress } from './tools/vite/precompress.ts'
import { gatewayRenderer } from './tools/vite/rendered.ts'
import { UnpressedReporter } from './tools/vitest/unpressed.ts'

/** All other `.test.ts` files run without a DOM. */
const NEEDS_DOM = '{src,admin,shared,tools,mock-api}/**/*.dom.test.ts'

export default defineConfig(({ mode }) => ({
  plugins: [
    icons(),
    react(),
    tailwindcss(),
    adminDocument(),
    headScript(),
    mode === 'mock' && mockMedia(),
    documentOrder(),
    installableShop(),
    gatewayRenderer(),
    precompress(),
  ],
  resolve: { tsconfigPaths: true },
  server: {
    port: 5173,
    ...(mode !== 'mock' && { proxy: { '/api': 'http://localhost:8080', '/media': 'http://localhost:8080' } }),
  },
  // If Vite found these packages of lazy pages late, it would reload the page in the middle of a visit.
  optimizeDeps: { include: ['react-hook-form', 'valibot', '@hookform/resolvers/standard-schema', 'msw/browser'] },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    // The content security policy forbids data: URLs for fonts and scripts.
    assetsInlineLimit: 0,
    copyPublicDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: contract.documents,
      // No code relies on side effects of reading a property or global.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: { codeSplitting: { groups }, chunkFileNames },
    },
  },
  test: {
    restoreMocks: true,
    // While a compiler runs, too, a test can take ten times as long.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: [
      'default',
      new UnpressedReporter(),
      // For `cargo verify`, which reads the time of every test.
      ...(process.env.VITEST_JSON ? [['json', { outputFile: process.env.VITEST_JSON }] as ['json', { outputFile: string }]] : []),
    ],
    // Test files of a worker share loaded packages, because loading jsdom, React and msw for each file took longer than its tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{src,admin,shared,tools,mock-api}/**/*.test.ts'],
          exclude: [NEEDS_DOM, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost/' } },
          setupFiles: ['./mock-api/test-setup.ts'],
          include: ['{src,admin,shared}/**/*.test.tsx', NEEDS_DOM],
        },
      },
    ],
  },
}))
