import account from '../../../locales/ru/account.json'
import errors from '../../../locales/ru/errors.json'
import forms from '../../../locales/ru/forms.json'
import signIn from '../../../locales/ru/signIn.json'

// Texts of the account, the sign-in and all forms, loaded with the first page that needs them.
export default { account, errors, forms, signIn }
