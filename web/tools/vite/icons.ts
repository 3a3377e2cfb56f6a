// A Vite plugin that imports each icon of `lucide-react` from its own module, so that a page loads only the icons that it shows.
import type { Plugin } from 'vite'

const IMPORT = /import \{([^}]*)\} from ['"]lucide-react['"];?/g
/** Converts `Building2` to `building-2`. */
const fileOf = (name: string) => name.replaceAll(/(?<=.)([A-Z]|\d+)/g, '-$1').toLowerCase()

const importOf = (specifier: string) => {
  const [name = '', local = name] = specifier.split(' as ')
  return `import ${local} from 'lucide-react/icons/${fileOf(name)}'`
}

/** Rewrites the imports. Through the index of the package, the bundler cannot tell which page needs which icon. */
export const icons = (): Plugin => ({
  name: 'icons',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\.tsx?$/, code: 'lucide-react' },
    handler: (code) =>
      code.replaceAll(IMPORT, (_whole, specifiers: string) => {
        const names = specifiers.split(',').flatMap((specifier) => specifier.trim() || [])
        const types = names.filter((name) => name.startsWith('type '))
        const values = names.filter((name) => !name.startsWith('type ')).map(importOf)
        // Types get an `import type` of their own: `import { type X }` would keep the import of the index for its side effects.
        const erased = types.map((name) => name.replace('type ', '')).join(', ')
        return [...(erased ? [`import type { ${erased} } from 'lucide-react'`] : []), ...values].join(';')
      }),
  },
})
