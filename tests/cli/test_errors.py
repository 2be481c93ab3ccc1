# SPDX-License-Identifier: MIT
"""Bad input of every kind: a clear message with its place and a remedy, the right exit code, and nothing else."""

import http.server
import os
import pathlib
import stat
import subprocess
import sys
import threading

from sluice import PROGRAM, SOURCE, Case, call

TASK = """\
goal: add
policy: pure-compute
inputs: []
output: {schema: {type: integer}}
model: {provider: script, file: replies.json}
"""


class Errors(Case):
    def refuses(self, words, code, *texts, **options):
        said = self.sluice(*words, **options)
        self.assertEqual(said.code, code, said.err + said.out)
        for text in texts:
            self.assertIn(text, said.err)
        self.assertEqual(said.out, "", "an error is no result")
        self.assertNotIn("internal", said.err)
        return said

    def test_no_verb(self):
        said = self.sluice()
        self.assertEqual(said.code, 2)
        self.assertIn("usage: sluice VERB", said.err)

    def test_unknown_verb(self):
        self.refuses(["chek"], 2, "error: unknown verb 'chek'", "help: did you mean 'check'?")

    def test_unknown_option(self):
        self.refuses(["run", "--jsn", "x"], 2, "unknown option '--jsn'", "did you mean '--json'?")

    def test_option_without_value(self):
        self.refuses(["run", "--policy"], 2, "option '--policy' needs a value: NAME")

    def test_missing_task_file(self):
        self.refuses(["run", "none.yaml"], 2, "can't open 'none.yaml': No such file or directory", "help:")

    def test_a_folder_is_no_task(self):
        self.refuses(["run", "."], 2, "'.' is not a regular file")

    def test_empty_task_file(self):
        self.refuses(["run", self.write("task.yaml", "")], 2, "task.yaml", "error:")

    def test_task_that_is_no_yaml(self):
        self.refuses(["run", self.write("task.yaml", "goal: [unclosed\n")], 2, "task.yaml:", "error:")

    def test_task_with_a_binary_file(self):
        self.refuses(["run", self.write("task.yaml", b"\x00\x01\xff")], 2, "task.yaml:1:1: error:")

    def test_huge_task_file(self):
        self.refuses(["run", self.write("task.yaml", "#" * (2 << 20))], 2, "is larger than 1048576 bytes")

    def test_misspelt_key(self):
        path = self.write("task.yaml", TASK.replace("inputs:", "input:"))
        self.refuses(["run", path], 2, "task.yaml:3:1: error:", "'input'", "did you mean 'inputs'?",
                     "    3 | input: []", "      | ^^^^^")

    def test_all_errors_at_once(self):
        path = self.write("task.yaml", "gaol: x\npolicy: 7\noutput: {}\n")
        said = self.refuses(["run", path], 2, "task.yaml:1:1:", "task.yaml:3:")
        self.assertGreaterEqual(said.err.count("error:"), 2)

    def test_missing_input_names_its_place(self):
        path = self.write("task.yaml", TASK.replace("[]", "[sales.csv]"))
        self.refuses(["run", path], 2, "task.yaml:3:10: error: can't open", "sales.csv", "^^^^^^^^^")

    def test_unknown_policy(self):
        path = self.write("task.yaml", TASK.replace("pure-compute", "pure-compete"))
        self.write("replies.json", {"replies": []})
        self.refuses(["run", path], 2, "task.yaml:2:9: error: policy 'pure-compete' is unknown",
                     "did you mean 'pure-compute'?")
        self.write("task.yaml", TASK.replace("pure-compute", "mine"))
        self.refuses(["run", path], 2, "policy 'mine' is unknown", "as 'mine.yaml'")

    def test_a_typing_mistake_makes_no_store(self):
        task = str(SOURCE / "examples/conversion/task.yaml")
        made = self.sluice("run", task, "--store", "sqlite:team.db")
        self.assertEqual((made.code, "note: 'team.db' is a new store; it keeps" in made.err), (0, True), made.err)
        self.refuses(["run", task, "--store", "sqlite:taem.db"], 2, "there is no store 'taem.db'", "did you mean 'sqlite:./team.db'?")
        self.refuses(["run", task, "--store", "sqlite:nowhere/team.db"], 2, "there is no store 'nowhere/team.db'", "there is no folder 'nowhere'")
        self.refuses(["runs", "list", "--store", "sqlite:other.db"], 2, "there is no store 'other.db'", "correct the path")
        self.assertEqual(sorted(p.name for p in self.folder.glob("*.db")), ["team.db"])
        self.assertFalse((self.folder / "nowhere").exists())
        # A series is none.
        self.assertEqual(self.sluice("run", task, "--store", "sqlite:team2.db").code, 0)

    def test_lists_fit_the_terminal_and_pipes_get_all(self):
        goal = "What comes out when one adds " + " and ".join(str(n) for n in range(20)) + "?"
        self.write("task.yaml", TASK.replace("goal: ", f"goal: {goal} "))
        self.write("replies.json", {"replies": []})
        self.sluice("run", "task.yaml")
        wide = self.sluice("runs", "list").out
        self.assertIn("19?", wide)
        narrow = self.sluice("runs", "list", env={"COLUMNS": "90"}).out
        self.assertLessEqual(max(map(len, narrow.splitlines())), 90)
        self.assertRegex(narrow, r"^RUN +STATE +AGE +GOAL\nrun_")

    def test_words_of_other_tools_get_the_right_ones(self):
        for written, wanted in (("api_key: x", "write 'key_file'"), ("base_url: 'http://127.0.0.1'", "write 'url'"),
                                ("reasoning_effort: low", "write 'effort'")):
            with self.subTest(written):
                path = self.write("task.yaml", TASK.split("model:")[0] + "model: {provider: openai, model: m, %s}\n" % written)
                self.refuses(["run", path], 2, "unknown key '%s'" % written.split(":")[0], wanted)

    def test_a_key_that_others_may_read_is_an_error_of_the_task_file(self):
        self.write("open.key", "k" * 40).chmod(0o644)
        lines = TASK.split("\n")
        path = self.write("task.yaml", "\n".join(l for l in lines if not l.startswith("model:")).rstrip("\n") +
                          "\nmodel: {provider: openai, model: x, key_file: open.key}\n")
        self.refuses(["run", path], 2, "error: other users may read the file with the model's key", "chmod 600 it")

    def test_a_failure_is_said_once(self):
        path = self.write("task.yaml", TASK)
        self.write("replies.json", {"replies": []})
        said = self.sluice("run", path)
        self.assertNotEqual(said.code, 0)
        self.assertRegex(said.out, r"\nfailed at plan \(exit \d+\)\n$")

    def test_a_task_that_lacks_its_main_lines_is_told_them(self):
        self.refuses(["run", self.write("task.yaml", "goal: x\n")], 2, "missing 'policy'", "policy: data-analysis",
                     "missing 'output'", "output: {schema:")

    def test_a_binary_file_is_one_error(self):
        path = pathlib.Path(self.write("task.yaml", "")).resolve()
        path.write_bytes(bytes(range(128, 256)) * 40)
        said = self.refuses(["run", str(path)], 2, "is not UTF-8")
        self.assertEqual(said.err.count("error:"), 1)
        self.assertLess(len(said.err), 1000)

    def test_a_run_that_is_not_there(self):
        self.refuses(["runs", "show", "run_nope"], 2, "there is no run", "`sluice runs list`")

    def test_a_reader_that_has_seen_enough_is_no_error(self):
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run([PROGRAM, "help", "run"], stdout=write, stderr=subprocess.PIPE, check=False)
        os.close(write)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_policy_with_a_misspelt_key(self):
        policy = self.write("p.yaml", "apiVersion: sluice/v1\nid: p\nrevision: 1\nimprots: {default: deny}\n")
        self.refuses(["check", "--policy", policy, self.write("a.py", "")], 2, "p.yaml:4:1: error:", "'improts'",
                     "did you mean 'imports'?")

    def test_limit_above_the_policys(self):
        path = self.write("task.yaml", TASK + "limits: {wall_s: 100000}\n")
        self.write("replies.json", {"replies": []})
        self.refuses(["run", path], 2, "task.yaml:6:18: error:", "is more than the policy's",
                     "a task may lower the policy's limits")

    def test_integers_that_are_not_written_as_such(self):
        for line, place, number in [("limits: {wall_s: 1e0}", "6:18", "1e0"), ("limits: {cpu_s: 1.0}", "6:17", "1.0"),
                                    ("budgets: {attempts: 1e0}", "6:21", "1e0")]:
            path = self.write("task.yaml", TASK + line + "\n")
            self.write("replies.json", {"replies": []})
            self.refuses(["run", path], 2, f"task.yaml:{place}: error: the number {number} is not a plain integer\n",
                         "without a fraction or exponent")

    def test_schema_with_a_misspelt_keyword(self):
        path = self.write("task.yaml", TASK.replace("{type: integer}", "{type: object, requried: [a]}"))
        self.refuses(["run", path], 2, "task.yaml:4:", "'requried'", "did you mean 'required'?")

    def test_schema_that_is_no_json(self):
        schema = self.write("s.json", "{'type': 'object'}")
        code = self.write("a.py", "print(1)\n")
        self.refuses(["run", "--code", code, "--policy", "pure-compute", "--schema", schema], 2, "s.json:1:2: error:")

    def test_no_policy(self):
        self.refuses(["run", "--code", self.write("a.py", "print(1)\n")], 2, "no policy was given", "--policy NAME")

    def test_no_schema(self):
        self.refuses(["run", "--goal", "x", "--policy", "pure-compute"], 2, "no output schema was given",
                     "no model was given")

    def test_missing_replies_file(self):
        said = self.sluice("run", self.write("task.yaml", TASK))
        self.assertEqual(said.code, 2, said.out + said.err)
        self.assertIn("replies.json", said.out + said.err)

    def test_replies_that_run_out(self):
        self.write("replies.json", {"replies": []})
        said = self.sluice("run", self.write("task.yaml", TASK))
        self.assertEqual(said.code, 16, said.out + said.err)
        self.assertIn("replies.json", said.out)

    def test_a_nonsensical_reply(self):
        self.write("replies.json", {"replies": ["I'd rather talk about the weather.", "Really."]})
        said = self.sluice("run", self.write("task.yaml", TASK), "--json")
        self.assertEqual(said.code, 16, said.out + said.err)
        self.assertEqual((said.json["status"], said.json["stage"]), ("failed", "plan"))

    def test_an_unreachable_model(self):
        path = self.write("task.yaml", TASK.replace(
            "{provider: script, file: replies.json}",
            "{provider: openai, url: 'http://127.0.0.1:9/v1', model: m, timeout_s: 2}") + "budgets: {wall_s: 10}\n")
        said = self.sluice("run", path, "--json")
        self.assertEqual(said.code, 16, said.out + said.err)
        self.assertIn("127.0.0.1", said.json["reason"])

    def test_empty_input_is_an_input(self):
        self.write("empty.csv", "")
        code = self.write("a.py", "print(len(open('empty.csv').read()))\n")
        said = self.sluice("run", "--code", code, "--policy", "data-analysis", "--input", self.folder / "empty.csv",
                           "--json")
        self.assertEqual((said.code, said.json["answer"]), (0, 0), said.err + said.out)

    def test_huge_input_is_refused(self):
        path = self.folder / "huge.csv"
        with open(path, "wb") as file:
            file.truncate(65 << 20)
        code = self.write("a.py", "print(1)\n")
        self.refuses(["run", "--code", code, "--policy", "pure-compute", "--input", path], 2,
                     "is larger than 67108864 bytes")

    def test_hostile_input_names(self):
        for name in ["../x", "-x", ".x", "a\u202eb"]:
            path = self.write("task.yaml", TASK.replace("[]", '[{path: data, name: "%s"}]' % name))
            self.write("data", "x")
            said = self.sluice("run", path)
            self.assertEqual(said.code, 2, name)
            self.assertIn("error:", said.err)

    def test_empty_output_is_not_valid(self):
        code = self.write("a.py", "x = 1\n")
        said = self.sluice("run", "--code", code, "--policy", "pure-compute", "--json")
        self.assertEqual((said.code, said.json["status"], said.json["stage"]), (15, "failed", "validate"))

    def test_a_program_that_fails(self):
        code = self.write("a.py", "def f():\n    return 1 / 0\n\n\nf()\n")
        said = self.sluice("run", "--code", code, "--policy", "pure-compute", "--json")
        self.assertEqual((said.code, said.json["stage"]), (14, "run"))
        self.assertEqual(said.json["error"]["name"], "ZeroDivisionError")
        self.assertIn("line 2", said.json["error"]["traceback"])

    def test_output_on_a_full_disk(self):
        import subprocess
        with open("/dev/full", "w") as full:
            done = subprocess.run([os.environ["SLUICE"], "version"], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 70)
        self.assertIn(b"No space left on device", done.stderr)


class Machine(Case):
    """What a machine may lack. Each is simulated by hiding it in a mount namespace of the test's own."""

    def without(self, setup, prefix="", policy="pure-compute"):
        import subprocess
        if os.geteuid() != 0:
            self.skipTest("only root can hide parts of the machine")
        code = self.write("a.py", "print(1)\n")
        script = f"{setup}; exec {prefix} {os.environ['SLUICE']} run --code {code} --policy {policy} --json"
        done = subprocess.run(["unshare", "--mount", "/bin/sh", "-c", script], capture_output=True, check=False,
                              timeout=60)
        return done.returncode, done.stdout.decode()

    def test_without_bubblewrap(self):
        code, out = self.without("mount --bind /dev/null /usr/bin/bwrap")
        self.assertEqual(code, 13, out)
        self.assertIn("bubblewrap", out)

    def test_without_user_namespaces(self):
        # The kernel gives none to a process whose root is not its namespace's.
        root = self.folder / "root"
        root.mkdir()
        code, out = self.without(f"mount --rbind / {root}", f"chroot {root}")
        self.assertEqual(code, 13, out)
        self.assertIn("user namespace", out)

    def test_without_user_namespaces_the_oci_backend_says_its_own_remedy(self):
        if not os.path.exists("/usr/bin/crun"):
            self.skipTest("crun is not installed")
        root = self.folder / "root"
        root.mkdir()
        policy = self.write("oci.yaml", "apiVersion: sluice/v1\nid: oci\ntitle: the other backend\nrevision: 1\n"
                            "interpreter: [cpython-3.11, cpython-3.13]\nextends: [pure-compute]\noverride: [{what: executor, reason: \"crun is tried\"}]\n"
                            "executor: {backend: oci}\n")
        code, out = self.without(f"mount --rbind / {root}", f"chroot {root}", policy)
        self.assertEqual(code, 13, out)
        self.assertIn("can't start '/usr/bin/crun' (preparing as its user)", out)
        self.assertIn("unprivileged_userns_clone", out)

    def test_without_python(self):
        code, out = self.without("mount -t tmpfs none /usr/lib/python%d.%d" % sys.version_info[:2])
        self.assertEqual(code, 13, out)
        self.assertIn("python", out.lower())
