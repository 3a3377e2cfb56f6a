import { Search } from 'lucide-react'
import { useId } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { typedText } from '~/lib/typed-text'

interface Props {
  onSearch?: () => void
  inputRef?: React.Ref<HTMLInputElement>
}

/** Enter searches the text. On the page of its results the text stays in the box. */
export function SearchForm({ onSearch, inputRef }: Props) {
  const t = useT()
  const id = useId()
  const navigate = useNavigate()
  const { text = '' } = useParams()
  return (
    <form
      role="search"
      className="relative w-full"
      onSubmit={(event) => {
        event.preventDefault()
        const typed = typedText(event.currentTarget, 'text')
        if (!typed) return
        onSearch?.()
        void navigate(paths.search(typed))
      }}
    >
      <label htmlFor={id} className="sr-only">
        {t('common.search.label')}
      </label>
      <input
        key={text}
        ref={inputRef}
        id={id}
        name="text"
        type="search"
        defaultValue={text}
        placeholder={t('common.search.placeholder')}
        autoComplete="off"
        enterKeyHint="search"
        className="h-12 w-full rounded-full border border-transparent bg-sunken pr-13 pl-5 text-base text-ink placeholder:text-muted hover:border-line-strong/50 focus:border-accent-text focus:bg-surface focus:outline-offset-0 [&::-webkit-search-cancel-button]:hidden"
      />
      <button
        type="submit"
        aria-label={t('common.search.submit')}
        className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-full text-muted hover:text-accent-text"
      >
        <Search aria-hidden className="size-5" />
      </button>
    </form>
  )
}
