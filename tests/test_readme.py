"""The README's examples, run."""

import doctest
from pathlib import Path


def test_the_examples_of_the_readme_are_true() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    text = readme.read_text(encoding="utf-8").replace("```python\n", "").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(text, {}, "README", str(readme), 0)
    assert len(examples.examples) > 10
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL | doctest.ELLIPSIS)
    runner.run(examples)
    assert runner.failures == 0
